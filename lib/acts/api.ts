import * as z from "zod";
import { PROOF_MINUTES, endpoint } from "@/lib/endpoint";
import { actDto, actQuery, undoSchema } from "./schema";

/** Acts of money, and undoing them (ADR 44). */
export const acts = {
  listActs: endpoint("GET", "/api/admin/acts", "money.read", {
    query: actQuery,
    data: z.array(actDto),
    extra: z.object({ next: z.string().nullable() }),
    fallback: "Could not load the acts",
  }),
  exportActs: endpoint("GET", "/api/admin/acts/export", "money.read", {
    query: actQuery.pick({ kind: true, about: true }),
    produces: "text/csv",
    fallback: "Could not export the acts",
  }),
  undoAct: endpoint("POST", "/api/admin/acts/{id}/undo", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params: z.object({ id: z.uuid().toLowerCase() }),
    body: undoSchema,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Could not undo this",
  }),
  undoActGroup: endpoint("POST", "/api/admin/acts/groups/{id}/undo", "money.act", {
    proofMinutes: PROOF_MINUTES,
    params: z.object({ id: z.uuid().toLowerCase() }),
    body: undoSchema,
    failures: ["CONFLICT", "CONFIRMATION_REQUIRED", "RECENTLY_RESET"],
    fallback: "Could not undo these",
  }),
};
