import "server-only";
import { compareNames, unusualLetters } from "@/lib/names";
import { fullName, nameColumns } from "@/lib/onboarding/forms/full-name";
import { bankDetailsOf, defineCheck, listAtMost, quote, type ReviewedCase } from "./check";

/**
 * A missing middle name is not a warning: banks and people omit it so often that reviewers would learn to ignore the warning. The
 * explanation mentions it.
 */
const PARTIAL = "One of them has an additional name.";

/** Returns the name of the applicant or the company in the form. */
const nameIn = ({ personal, corporate }: ReviewedCase) =>
  personal
    ? {
        name: fullName(personal),
        fields: Object.keys(nameColumns).map((column) => `personal.${column}`),
      }
    : corporate && { name: corporate.company.name, fields: ["corporate.company.name"] };

/** Checks that the profile name is that of the applicant, the company or one of its signatories. */
export const profileName = defineCheck(
  "profileName",
  (reviewed) => {
    const named = nameIn(reviewed);
    const signatories = reviewed.corporate?.signatories ?? [];
    return (
      named && {
        fields: [
          ...named.fields,
          ...signatories.map((_, index) => `corporate.signatories.${index}.fullName`),
        ],
        compared: {
          profile: reviewed.profile.name,
          names: [named.name, ...signatories.map(({ fullName }) => fullName)],
          isCompany: reviewed.corporate !== null,
        },
      }
    );
  },
  ({ profile, names, isCompany }) => {
    const matches = names.map((name) => compareNames(profile, name));
    const found = (["equal", "partial"] as const).find((match) => matches.includes(match));
    if (found) {
      const both = `The name is ${quote(profile)} in the profile and ${quote(names[matches.indexOf(found)]!)} in the form.`;
      return ["passed", found === "equal" ? both : `${both} ${PARTIAL}`];
    }
    return [
      "warning",
      isCompany
        ? `The name in the profile is ${quote(profile)}, but neither the company nor a signatory has that name.`
        : `The name is ${quote(profile)} in the profile and ${quote(names[0]!)} in the form.`,
    ];
  },
);

/** Checks that the bank account is in the name of the applicant or the company. */
export const accountName = defineCheck(
  "accountName",
  (reviewed) => {
    const [named, details] = [nameIn(reviewed), bankDetailsOf(reviewed)];
    return (
      named &&
      details && {
        fields: [`${details.path}accountName`, ...named.fields],
        compared: {
          account: details.bank.accountName,
          name: named.name,
          whose: reviewed.corporate ? "The company" : "The applicant",
        },
      }
    );
  },
  ({ account, name, whose }) => {
    const match = compareNames(account, name);
    const both = `${whose} is called ${quote(name)}, and the account name is ${quote(account)}.`;
    if (match === "different") return ["warning", both];
    return ["passed", match === "equal" ? both : `${both} ${PARTIAL}`];
  },
);

/** Letters of another alphabet can look like Latin ones and hide a name from reviewers and from screening. */
export const letters = defineCheck(
  "letters",
  (reviewed) => {
    const named = nameIn(reviewed);
    const details = bankDetailsOf(reviewed);
    const people = reviewed.corporate?.signatories ?? [];
    const names = [
      [reviewed.profile.name],
      ...(named ? [[named.name, ...named.fields]] : []),
      ...(details ? [[details.bank.accountName, `${details.path}accountName`]] : []),
      ...people.map((person, index) => [person.fullName, `corporate.signatories.${index}.fullName`]),
    ].map(([name = "", ...fields]) => ({ name, fields, unusual: unusualLetters(name) }));
    return { fields: names.flatMap(({ fields }) => fields), compared: names };
  },
  (names) => {
    const found = names.filter(({ unusual }) => unusual.length > 0);
    const [first] = found;
    if (!first) return ["passed", "All names use Latin letters that are common in the region."];
    const codeOf = (letter: string) =>
      `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
    const unusual = first.unusual.map((letter) => `${letter} (${codeOf(letter)})`);
    return [
      "warning",
      `${quote(first.name)} has letters from another alphabet, or unusual ones: ${listAtMost(unusual, 5)}. They may look like other letters.`,
      found.flatMap(({ fields }) => fields),
    ];
  },
);

/** Checks that all signatories are different people. */
export const signatories = defineCheck(
  "signatories",
  ({ corporate }) =>
    corporate && corporate.signatories.length > 0
      ? {
          fields: corporate.signatories.map((_, index) => `corporate.signatories.${index}.fullName`),
          compared: corporate.signatories,
        }
      : null,
  (people) => {
    const same = people.flatMap((one, index) =>
      people.slice(index + 1).flatMap((other, offset) => {
        const shared = [
          ...(compareNames(one.fullName, other.fullName) === "equal" ? ["fullName"] : []),
          ...(one.bvnNumber && one.bvnNumber === other.bvnNumber ? ["bvnNumber"] : []),
        ];
        return shared.length > 0 ? [{ indexes: [index, index + offset + 1], shared }] : [];
      }),
    );
    const [first] = same;
    if (!first) {
      return [
        "passed",
        people.length === 1 ? "There is one signatory." : "The signatories are different people.",
      ];
    }
    const who = first.indexes.map((index) => index + 1).join(" and ");
    const what = first.shared.map((name) => (name === "fullName" ? "name" : "BVN")).join(" and ");
    const more =
      same.length > 1
        ? ` ${same.length - 1} more ${same.length === 2 ? "pair has" : "pairs have"} a name or BVN in common.`
        : "";
    return [
      "warning",
      `Signatories ${who} have the same ${what}.${more}`,
      first.indexes.flatMap((index) => first.shared.map((name) => `corporate.signatories.${index}.${name}`)),
    ];
  },
);
