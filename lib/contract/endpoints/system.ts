import * as z from "zod";
import { endpoint } from "../endpoint";

export const system = {
  file: endpoint("GET", "/api/files/{id}", "either", {
    summary: "Get a stored document, for its owner or an administrator",
    params: z.object({ id: z.uuid().toLowerCase() }),
    produces: "application/octet-stream",
    failures: ["UNAUTHENTICATED"],
  }),
  openapi: endpoint("GET", "/api/openapi.json", "public", {
    summary: "Get this document",
    produces: "application/json",
  }),
  docs: endpoint("GET", "/api/docs", "public", {
    summary: "Read this document in a browser",
    produces: "text/html",
  }),
  docsAsset: endpoint("GET", "/api/docs/{asset}", "public", {
    summary: "Get a script or style sheet of the reference",
    params: z.object({ asset: z.enum(["start.js", "swagger-ui-bundle.js", "swagger-ui.css"]) }),
    produces: "text/javascript",
  }),
  health: endpoint("GET", "/api/health", "public", {
    summary: "Check that the process is alive",
    data: z.object({ status: z.literal("ok") }),
  }),
  ready: endpoint("GET", "/api/ready", "public", {
    summary:
      "Check that this server can take requests: database, migrations and disk; shows whether the audit chain is whole",
    data: z.record(z.string(), z.boolean()),
    failures: ["UNAVAILABLE"],
  }),
  metrics: endpoint("GET", "/api/metrics", "public", {
    summary: "Get figures for Prometheus, with METRICS_TOKEN; 404 without one",
    produces: "text/plain",
    failures: ["NOT_FOUND", "UNAUTHENTICATED"],
  }),
};
