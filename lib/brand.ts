import "server-only";
import { siteEnv } from "@/lib/env";

/** The public identity of the company. It is configuration, so that no licence is claimed by default (product 10.1). */
export const brand = {
  get name() {
    return siteEnv().BRAND_NAME;
  },
  get licenceLine() {
    return siteEnv().BRAND_LICENCE_LINE;
  },
  get supportEmail() {
    return siteEnv().BRAND_SUPPORT_EMAIL;
  },
  get supportPhone() {
    return siteEnv().BRAND_SUPPORT_PHONE;
  },
  /** Facts for the terms, the privacy notice and letterheads. A missing fact is shown as a placeholder with instructions for setting it. */
  get company() {
    const env = siteEnv();
    return {
      legalName: env.BRAND_LEGAL_NAME ?? "[Registered name: set BRAND_LEGAL_NAME]",
      /** The number at the Corporate Affairs Commission, such as `RC 1234567`. */
      registrationNumber: env.BRAND_RC_NUMBER
        ? `RC ${env.BRAND_RC_NUMBER}`
        : "[Registration number: set BRAND_RC_NUMBER]",
      address: env.BRAND_ADDRESS ?? "[Registered address: set BRAND_ADDRESS]",
      dataProtectionEmail:
        env.BRAND_DATA_PROTECTION_EMAIL ?? "[Email address: set BRAND_DATA_PROTECTION_EMAIL]",
      /** The date of the terms in ISO 8601. */
      termsDate: env.BRAND_TERMS_DATE ?? null,
    };
  },
};
