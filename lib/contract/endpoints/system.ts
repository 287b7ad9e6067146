import * as z from "zod";
import { endpoint } from "@/lib/endpoint";

export const system = {
  file: endpoint("GET", "/api/files/{id}", "either", {
    params: z.object({ id: z.uuid().toLowerCase() }),
    produces: "application/octet-stream",
    failures: ["UNAUTHENTICATED"],
  }),
  openapi: endpoint("GET", "/api/openapi.json", "public", {
    produces: "application/json",
  }),
  docs: endpoint("GET", "/api/docs", "public", {
    produces: "text/html",
  }),
  docsAsset: endpoint("GET", "/api/docs/{asset}", "public", {
    params: z.object({ asset: z.enum(["start.js", "swagger-ui-bundle.js", "swagger-ui.css"]) }),
    produces: "text/javascript",
  }),
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
