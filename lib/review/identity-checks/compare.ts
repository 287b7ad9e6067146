import "server-only";
import type { IdentityAnswer, IdentityRequest } from "@/lib/identity/port";
import { compareNames } from "@/lib/names";
import { quote } from "../checks/check";
import type { IdentityOutcome } from "./schema";

export interface Comparison {
  outcome: IdentityOutcome;
  /** The result of the comparison in words, without numbers. */
  explanation: string;
}

const nouns = { nin: "NIN", bvn: "BVN", account: "account number", company: "incorporation number" } as const;

/**
 * Compares the provider's data with the applicant's answers (product 10.26). Names of people match if one contains all words of the other,
 * ignoring initials; company names must be equal, because "Acme Limited" and "Acme Foods Limited" are two companies.
 */
export function compareAnswer(request: IdentityRequest, answer: IdentityAnswer): Comparison {
  const noun = nouns[request.kind];
  if (!answer.found)
    return { outcome: "not_found", explanation: `The source has no record of this ${noun}.` };
  const name = compareName(request, answer.name);
  const results = [
    // Without a name, the response does not show whose number it is.
    name ?? { differs: true, text: `The ${noun} exists, but there was no name to compare.` },
    compareDate(request, answer.dateOfBirth),
    compareStatus(answer.status),
  ].filter((result) => result !== null);
  const differs = results.some((result) => result.differs);
  // The reviewer always sees both names, regardless of the outcome.
  const shown = differs ? results.filter((result) => result.differs || result === name) : results;
  return {
    outcome: differs ? "differs" : "matches",
    explanation: shown.map(({ text }) => text).join(" "),
  };
}

type Result = { differs: boolean; text: string } | null;

function compareName(request: IdentityRequest, found: string | boolean | null): Result {
  if (found === null) return null;
  const own = request.name;
  if (typeof found === "boolean")
    return found
      ? { differs: false, text: `The name is ${quote(own)}.` }
      : { differs: true, text: `The name is not ${quote(own)}.` };
  const match = compareNames(own, found);
  const both = `The name is ${quote(own)} in the form and ${quote(found)} at the source.`;
  if (match === "equal") return { differs: false, text: both };
  return match === "partial" && request.kind !== "company"
    ? { differs: false, text: `${both} One of them has an additional name.` }
    : { differs: true, text: both };
}

function compareDate(request: IdentityRequest, found: string | boolean | null): Result {
  if (found === null || !("dateOfBirth" in request) || request.dateOfBirth === null) return null;
  return found === true || found === request.dateOfBirth
    ? { differs: false, text: "The date of birth is the same." }
    : { differs: true, text: "The date of birth differs." };
}

const compareStatus = (status: string | null): Result =>
  status === null
    ? null
    : /^\s*active\s*$/i.test(status)
      ? { differs: false, text: "The company is active." }
      : { differs: true, text: `The registry lists the company as ${quote(status)}.` };
