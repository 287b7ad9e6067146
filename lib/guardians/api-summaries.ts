import "server-only";
import type { guardians } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const guardianSummaries: Record<keyof typeof guardians, string> = {
  ownGuardian: "Get whom one has named as a parent or guardian, and whether they have consented",
  nameGuardian: "Name a parent or guardian, who is asked by email; replaces an earlier request",
  guardianQuestion: "Get who asks for a consent and whether it was given, with the emailed token",
  consentAsGuardian: "Consent as a parent or guardian, with one's own identity",
  declineAsGuardian: "Decline to consent as a parent or guardian, or withdraw the consent",
};
