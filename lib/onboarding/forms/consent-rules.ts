/**
 * The consent that applicants give by submitting (product 10.26). A client that shows this text sends its version with the answers, and the
 * submission stores it. A new text needs a new version. Safe in the browser.
 */
export const CHECK_CONSENT_VERSION = "v2026.11";
export const CHECK_CONSENT =
  "By submitting you agree that we check the NIN, BVN, bank account and company you gave with official sources, directly or through a provider that we engage for this.";
