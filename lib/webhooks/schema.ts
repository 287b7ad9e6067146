import * as z from "zod";
import { MAX_OVERLAP_HOURS } from "@/lib/api-keys/schema";
import { eventKindNames } from "@/lib/events/schema";
import { text } from "@/lib/forms/atoms";
import "@/lib/zod";

/** Requests and responses about webhooks (product 10.46). Safe in the browser. */
export const TEST_KIND = "webhook.test";

export const MAX_ENDPOINTS = 20;

const isPlainAddress = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, hash } = new URL(value);
  return ["https:", "http:"].includes(protocol) && !username && !password && !hash;
};

export const webhookInput = z.object({
  name: text(2, "Enter a name", 100),
  url: z
    .string()
    .trim()
    .max(500, "At most 500 characters")
    .refine(isPlainAddress, "Enter an address such as https://example.com/events")
    .transform((value) => new URL(value).href),
  /** The administrator for whom it receives, and whose rights limit its events. */
  ownerId: z.uuid("Choose an administrator"),
  kinds: z.array(z.enum(eventKindNames)).min(1, "Choose at least one kind").max(eventKindNames.length),
});
export type WebhookInput = z.output<typeof webhookInput>;

export const webhookChange = webhookInput.omit({ ownerId: true });
export type WebhookChange = z.output<typeof webhookChange>;

export const webhookSwitch = z.object({ on: z.boolean() });

export const webhookRotation = z.object({
  /** How long deliveries are also signed with the present secret. */
  overlapHours: z.int().min(0).max(MAX_OVERLAP_HOURS, `At most ${MAX_OVERLAP_HOURS} hours`),
});

/** Either one delivery, or all events since a moment. */
export const webhookReplay = z.union([
  z.object({ deliveryId: z.uuid() }),
  z.object({ since: z.iso.datetime({ offset: true }) }),
]);
export type WebhookReplay = z.output<typeof webhookReplay>;

const offReasons = ["person", "failures", "gone"] as const;
export type OffReason = (typeof offReasons)[number];

export const webhookDto = z.object({
  _id: z.uuid(),
  name: z.string(),
  url: z.string(),
  owner: z.object({ _id: z.uuid(), name: z.string() }),
  kinds: z.array(z.string()),
  state: z.enum(["on", "failing", "off"]),
  offReason: z.enum(offReasons).nullable(),
  /** Rounds without a delivery since the last one. */
  failures: z.int(),
  /** When the next attempt is made, while it fails. */
  retryAt: z.iso.datetime().nullable(),
  lastDeliveredAt: z.iso.datetime().nullable(),
  /** Until when deliveries are also signed with the secret before the last rotation. */
  overlapUntil: z.iso.datetime().nullable(),
  /** The name is null if that account has been deleted. */
  madeBy: z.string().nullable(),
  madeAt: z.iso.datetime(),
});
export type WebhookDto = z.output<typeof webhookDto>;

/** A webhook with its secret, which is shown once. */
export const newWebhookDto = webhookDto.extend({ secret: z.string() });
export type NewWebhookDto = z.output<typeof newWebhookDto>;

export const attemptDto = z.object({
  at: z.iso.datetime(),
  /** The status of the answer; null if there was none. */
  status: z.int().nullable(),
  /** Why there was no answer, as a code such as `timeout`, `not_allowed` or `ECONNREFUSED`. */
  error: z.string().nullable(),
  ms: z.int(),
  /** The first 1,000 bytes of the answer. */
  answer: z.string(),
});
export type AttemptDto = z.output<typeof attemptDto>;

const deliveryStates = ["waiting", "delivered", "failed"] as const;

export const deliveryDto = z.object({
  _id: z.uuid(),
  kind: z.string(),
  /** The number of the event; null for a test. */
  number: z.string().nullable(),
  state: z.enum(deliveryStates),
  /** When it is tried again, while it waits after a failure. */
  dueAt: z.iso.datetime().nullable(),
  madeAt: z.iso.datetime(),
  /** The last attempts, the newest last. */
  attempts: z.array(attemptDto),
});
export type DeliveryDto = z.output<typeof deliveryDto>;

export const deliveryQuery = z.object({
  state: z.enum(deliveryStates).optional(),
  /** The id of the last delivery of the page before. */
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export type DeliveryQuery = z.output<typeof deliveryQuery>;
