import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";

/** The audit log (ADR 14). */
export const auditLog = {
  exportAudit: endpoint("GET", "/api/admin/audit/export", "audit.read", {
    proofMinutes: PROOF_MINUTES,
    produces: "application/jsonl",
    failures: ["RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not export the audit log",
  }),
};
