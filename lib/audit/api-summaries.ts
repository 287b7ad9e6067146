import "server-only";
import type { auditLog } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const auditSummaries: Record<keyof typeof auditLog, string> = {
  exportAudit: "Export the audit log as JSON lines, with its signed head last; audited",
};
