import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ProviderFault, type IdentityAnswer, type IdentityProvider, type IdentityRequest } from "./port";

/**
 * The provider for demonstrations: the last three digits of the number determine the result (docs/operations/identity-checks.md). Any other
 * number belongs to the person named by the applicant.
 */
const SLOW_MS = 20_000;

const matching = (request: IdentityRequest) => ({
  found: true as const,
  name: request.name,
  dateOfBirth: "dateOfBirth" in request ? request.dateOfBirth : null,
  status: request.kind === "company" ? "ACTIVE" : null,
  ...(request.kind === "account" && { session: `SANDBOX-${randomUUID().slice(0, 8).toUpperCase()}` }),
});

type Reply = (request: IdentityRequest, signal: AbortSignal) => IdentityAnswer | Promise<IdentityAnswer>;

const replies: Readonly<Record<string, Reply>> = {
  // The number belongs to a person with another name.
  "901": (request) => ({ ...matching(request), name: "Sample Stranger" }),
  // The person has another date of birth, or the company is no longer active.
  "902": (request) => ({
    ...matching(request),
    ...("dateOfBirth" in request ? { dateOfBirth: "1960-01-01" } : {}),
    ...(request.kind === "company" ? { status: "INACTIVE" } : {}),
  }),
  // The number does not exist.
  "903": () => ({ found: false }),
  // The answer arrives after the timeout.
  "904": async (request, signal) => {
    await sleep(SLOW_MS, undefined, { signal });
    return matching(request);
  },
  // The provider is down.
  "905": () => {
    throw new ProviderFault("temporary", "out of order");
  },
  // The balance is too low.
  "906": () => {
    throw new ProviderFault("configuration", "the balance is too low");
  },
};

export const sandbox: IdentityProvider = {
  check: async (request, signal) => (replies[request.number.slice(-3)] ?? matching)(request, signal),
};
