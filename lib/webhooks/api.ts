import * as z from "zod";
import { nextPage } from "@/lib/cursor";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import {
  deliveryDto,
  deliveryQuery,
  newWebhookDto,
  webhookChange,
  webhookDto,
  webhookInput,
  webhookReplay,
  webhookRotation,
  webhookSwitch,
} from "./schema";

const params = z.object({ id: z.uuid().toLowerCase() });

/** Addresses of programs to which events are posted (product 10.46). */
export const webhooks = {
  listWebhooks: endpoint("GET", "/api/admin/webhooks", "super", {
    data: z.array(webhookDto),
    fallback: "Could not load the webhooks",
  }),
  makeWebhook: endpoint("POST", "/api/admin/webhooks", "super", {
    proofMinutes: PROOF_MINUTES,
    body: webhookInput,
    status: 201,
    data: newWebhookDto,
    failures: ["RECENTLY_RESET", "CONFLICT"],
    fallback: "Could not make the webhook",
  }),
  changeWebhook: endpoint("PUT", "/api/admin/webhooks/{id}", "super", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: webhookChange,
    data: webhookDto,
    failures: ["RECENTLY_RESET"],
    fallback: "Could not change the webhook",
  }),
  deleteWebhook: endpoint("DELETE", "/api/admin/webhooks/{id}", "super", {
    proofMinutes: PROOF_MINUTES,
    params,
    fallback: "Could not delete the webhook",
  }),
  switchWebhook: endpoint("POST", "/api/admin/webhooks/{id}/switch", "super", {
    params,
    body: webhookSwitch,
    data: webhookDto,
    fallback: "Could not switch the webhook",
  }),
  rotateWebhookSecret: endpoint("POST", "/api/admin/webhooks/{id}/rotate", "super", {
    proofMinutes: PROOF_MINUTES,
    params,
    body: webhookRotation,
    data: newWebhookDto,
    failures: ["RECENTLY_RESET"],
    fallback: "Could not rotate the secret",
  }),
  testWebhook: endpoint("POST", "/api/admin/webhooks/{id}/test", "super", {
    params,
    status: 201,
    data: deliveryDto,
    failures: ["CONFLICT"],
    fallback: "Could not send a test",
  }),
  replayWebhook: endpoint("POST", "/api/admin/webhooks/{id}/replay", "super", {
    params,
    body: webhookReplay,
    failures: ["CONFLICT"],
    fallback: "Could not send the events again",
  }),
  listDeliveries: endpoint("GET", "/api/admin/webhooks/{id}/deliveries", "super", {
    params,
    query: deliveryQuery,
    data: z.array(deliveryDto),
    extra: nextPage,
    fallback: "Could not load the deliveries",
  }),
};
