import "server-only";
import type { figures } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const figureSummaries: Record<keyof typeof figures, string> = {
  statistics: "Get the figures of the dashboard: totals, funnel and recent weeks",
  exportStatistics: "Export a table of the dashboard as CSV",
};
