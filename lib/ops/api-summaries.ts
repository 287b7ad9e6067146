import "server-only";
import type { operations } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const operationSummaries: Record<keyof typeof operations, string> = {
  health: "Check that the process is alive",
  ready:
    "Check that this server can take requests: database, migrations, guards and disk; shows whether the audit chain is intact",
  metrics: "Get metrics for Prometheus with METRICS_TOKEN; 404 if none is set",
};
