import "server-only";
import type * as z from "zod";
import type { Client } from "@/lib/client-info";
import { transaction } from "@/lib/db/client";
import { siteEnv } from "@/lib/env";
import { notFound } from "@/lib/errors";
import { consume, consumePerNetwork } from "@/lib/limits/limits";
import { enqueue } from "@/lib/mail/outbox";
import { investmentInterests, type consultationSchema } from "./schema";

const HOUR_SECONDS = 3_600;
const PER_NETWORK = 5;
/** The limit for all networks together, so that the inbox cannot be flooded. */
const IN_ALL = 200;

/**
 * Emails a consultation request to CONSULTATION_INBOX (product 2.8). The outbox stores it, encrypted, until it is delivered.
 * Throws NOT_FOUND without an inbox, RATE_LIMITED.
 */
export async function requestConsultation(
  { investmentInterest, ...request }: z.output<typeof consultationSchema>,
  client: Client,
): Promise<void> {
  const { CONSULTATION_INBOX: to } = siteEnv();
  if (!to) throw notFound("Consultation requests are not accepted here");
  await consumePerNetwork("consultation", client, PER_NETWORK, HOUR_SECONDS);
  await consume("consultation", IN_ALL, HOUR_SECONDS);
  const interest = investmentInterests.find(({ value }) => value === investmentInterest)?.label;
  const data = { ...request, interest };
  await transaction((tx) => enqueue(tx, { to, userId: null, template: "consultationRequested", data }));
}
