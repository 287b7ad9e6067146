import * as z from "zod";
import { endpoint } from "@/lib/endpoint";

/** Health and metrics of this server. */
export const operations = {
  health: endpoint("GET", "/api/health", "public", {
    data: z.object({ status: z.literal("ok") }),
  }),
  ready: endpoint("GET", "/api/ready", "public", {
    data: z.object({
      database: z.boolean(),
      migrations: z.boolean(),
      guards: z.boolean(),
      disk: z.boolean(),
      staying: z.boolean(),
      audit: z.boolean(),
      oldestDueJobSeconds: z.number().int().min(0).nullable(),
    }),
    failures: ["UNAVAILABLE"],
  }),
  metrics: endpoint("GET", "/api/metrics", "public", {
    produces: "text/plain",
    failures: ["NOT_FOUND", "UNAUTHENTICATED"],
  }),
};
