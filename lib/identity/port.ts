/** The port to providers that look up NINs, BVNs, bank accounts and companies (product 10.26, ADR 31). Adapters are beside it. */

export const companyTypes = [
  "COMPANY",
  "BUSINESS_NAME",
  "INCORPORATED_TRUSTEES",
  "LIMITED_PARTNERSHIP",
  "LIMITED_LIABILITY_PARTNERSHIP",
] as const;
export type CompanyType = (typeof companyTypes)[number];

/** Where a reviewer compares a number without a provider. */
export const checkSources = ["nimc_portal", "bank_app", "cac_search", "document", "other"] as const;
export type Source = (typeof checkSources)[number];

/** Whom a number should belong to, by the applicant's answers. */
interface Person {
  name: string;
  /** Some providers ask for two parts of the name. */
  firstName: string;
  surname: string;
  /** The date of birth, such as `1990-05-17`; null where the form does not ask for it. */
  dateOfBirth: string | null;
}

/** One question to a provider. It contains numbers in full, so it is never stored or logged. */
export type IdentityRequest =
  | ({ kind: "nin" | "bvn"; number: string } & Person)
  | { kind: "account"; number: string; bankCode: string; name: string }
  | { kind: "company"; number: string; type: CompanyType; name: string };

/**
 * What the provider knows, without anything that is not compared: no photos, addresses or phone numbers. A value is a boolean where the
 * provider compares itself and does not return the value.
 */
export type IdentityAnswer =
  | { found: false }
  | {
      found: true;
      name: string | boolean | null;
      dateOfBirth: string | boolean | null;
      /** The status of a company at the registry, such as `ACTIVE`. */
      status: string | null;
    };

/**
 * - temporary: the provider is down, slow or overloaded; the same question may be answered later
 * - rejected: the provider does not accept this question
 * - configuration: address, key or balance are wrong, which concerns every question
 */
export type FaultKind = "temporary" | "rejected" | "configuration";

/** The provider gave no answer. The message quotes nothing from the request. */
export class ProviderFault extends Error {
  override name = "ProviderFault";
  readonly fault: FaultKind;
  constructor(fault: FaultKind, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface IdentityProvider {
  /** Asks once. Throws ProviderFault, and whatever the network throws, which counts as temporary. */
  check(request: IdentityRequest, signal: AbortSignal): Promise<IdentityAnswer>;
}
