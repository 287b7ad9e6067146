import "server-only";
import type { auditLog } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const auditSummaries: Record<keyof typeof auditLog, string> = {
  listReadsPerDay: "List how many users each administrator opened or exported on each of the last seven days",
  exportAudit: "Export the audit log as JSON lines, with its signed head last; audited",
};
