import * as z from "zod";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { dailyReadsDto } from "@/lib/review/cases/schema";

/** The audit log (ADR 14). */
export const auditLog = {
  listReadsPerDay: endpoint("GET", "/api/admin/audit/reads", "audit.read", {
    data: z.array(dailyReadsDto),
    fallback: "Could not load the reads",
  }),
  exportAudit: endpoint("GET", "/api/admin/audit/export", "audit.read", {
    proofMinutes: PROOF_MINUTES,
    produces: "application/jsonl",
    failures: ["RECENTLY_RESET", "RATE_LIMITED"],
    fallback: "Could not export the audit log",
  }),
};
