import "server-only";
import type { guardians } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const guardianSummaries: Record<keyof typeof guardians, string> = {
  ownGuardian: "Get the named parent or guardian, and whether they have consented",
  nameGuardian: "Name a parent or guardian, who is asked by email; replaces an earlier request",
  guardianQuestion: "Get who is asking for consent and whether it has been given, with the emailed token",
  consentAsGuardian: "Consent as a parent or guardian, with their identity",
  declineAsGuardian: "Decline consent as a parent or guardian, or withdraw it",
};
