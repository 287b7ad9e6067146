import "server-only";
import type { webhooks } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const webhookSummaries: Record<keyof typeof webhooks, string> = {
  listWebhooks: "List the addresses to which events are posted",
  makeWebhook: "Make a webhook; its secret is in this answer alone",
  changeWebhook: "Change the name, address and kinds of a webhook",
  deleteWebhook: "Delete a webhook with its deliveries",
  switchWebhook: "Switch a webhook off, or on again: it continues where it stopped",
  rotateWebhookSecret:
    "Give a webhook a new secret; deliveries are also signed with the present one for some hours",
  testWebhook: "Send a webhook.test to the address",
  replayWebhook: "Send a delivery again, or all events since a moment",
  listDeliveries: "List the deliveries of a webhook with their attempts, the newest first",
};
