import { until } from "./api";
import { FakeResend } from "./resend";
import { type Server } from "./server";

/** The job queue (ADR 33), with a separate database. */
export const METRICS_TOKEN = "a-token-for-prometheus";

export const resend = new FakeResend();

export const servers: Server[] = [];

export const sent = (to: string) => until(() => Promise.resolve(resend.to(to)[0]), `the email to ${to}`);
