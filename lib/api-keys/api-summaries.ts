import "server-only";
import type { apiKeys } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const apiKeySummaries: Record<keyof typeof apiKeys, string> = {
  listApiKeys: "List the keys of programs, newest first, and the scopes that a key can have",
  makeApiKey: "Make a key; the response is the only one with its text",
  rotateApiKey: "Give a key a new secret; the earlier one is accepted for some hours more",
  revokeApiKey: "Revoke a key immediately",
};
