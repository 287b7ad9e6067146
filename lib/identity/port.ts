/**
 * The port to providers that look up NINs, BVNs, bank accounts and companies (product 10.26, ADR 31). The adapters are in the same folder.
 */

export const identityProviders = ["manual", "sandbox", "dojah"] as const;
export type IdentityProviderName = (typeof identityProviders)[number];
export const providerLabels: Record<IdentityProviderName, string> = {
  manual: "Reviewer",
  sandbox: "Sandbox",
  dojah: "Dojah",
};

export const companyTypes = [
  "COMPANY",
  "BUSINESS_NAME",
  "INCORPORATED_TRUSTEES",
  "LIMITED_PARTNERSHIP",
  "LIMITED_LIABILITY_PARTNERSHIP",
] as const;
export type CompanyType = (typeof companyTypes)[number];

/** The sources with which a reviewer compares a number manually. */
export const checkSources = ["nimc_portal", "bank_app", "cac_search", "document", "other"] as const;
export type Source = (typeof checkSources)[number];

/** The person to whom a number should belong, according to the applicant's answers. */
interface Person {
  name: string;
  /** Some providers require the parts of the name separately. */
  firstName: string;
  surname: string;
  /** The date of birth, such as `1990-05-17`; null if the form does not ask for it. */
  dateOfBirth: string | null;
}

/** One request to a provider. It contains numbers in full, so it is never stored or logged. */
export type IdentityRequest =
  | ({ kind: "nin" | "bvn"; number: string } & Person)
  | { kind: "account"; number: string; bankCode: string; name: string }
  | { kind: "company"; number: string; type: CompanyType; name: string };

/**
 * The provider's data, limited to the compared fields: no photos, addresses or phone numbers. A value is a boolean if the provider makes
 * the comparison itself and does not return the value.
 */
export type IdentityAnswer =
  | { found: false }
  | {
      found: true;
      name: string | boolean | null;
      dateOfBirth: string | boolean | null;
      /** The status of a company at the registry, such as `ACTIVE`. */
      status: string | null;
      /** The session of a name enquiry, to name it to the institution; not all providers give one. */
      session?: string;
    };

/**
 * - temporary: the provider is down, slow or overloaded; the same request may succeed later
 * - rejected: the provider does not accept this request
 * - configuration: the address, key or balance is wrong, which affects every request
 */
export type FaultKind = "temporary" | "rejected" | "configuration";

/** The provider did not answer. The message quotes nothing from the request. */
export class ProviderFault extends Error {
  override name = "ProviderFault";
  readonly fault: FaultKind;
  constructor(fault: FaultKind, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface IdentityProvider {
  /** Sends one request. Throws ProviderFault, and any network error, which counts as temporary. */
  check(request: IdentityRequest, signal: AbortSignal): Promise<IdentityAnswer>;
}
