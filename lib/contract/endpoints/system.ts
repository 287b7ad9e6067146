import * as z from "zod";
import { endpoint } from "../endpoint";

export const system = {
  file: endpoint({
    method: "GET",
    path: "/api/files/{id}",
    summary: "Get a stored document, for its owner or an administrator",
    auth: "either",
    params: z.object({ id: z.uuid().toLowerCase() }),
    produces: "application/octet-stream",
    failures: ["UNAUTHENTICATED"],
  }),
  openapi: endpoint({
    method: "GET",
    path: "/api/openapi.json",
    summary: "Get this document",
    auth: "public",
    produces: "application/json",
  }),
  docs: endpoint({
    method: "GET",
    path: "/api/docs",
    summary: "Read this document in a browser",
    auth: "public",
    produces: "text/html",
  }),
  docsAsset: endpoint({
    method: "GET",
    path: "/api/docs/{asset}",
    summary: "Get a script or style sheet of the reference",
    auth: "public",
    params: z.object({ asset: z.enum(["start.js", "swagger-ui-bundle.js", "swagger-ui.css"]) }),
    produces: "text/javascript",
  }),
  health: endpoint({
    method: "GET",
    path: "/api/health",
    summary: "Check that the process is alive",
    auth: "public",
    data: z.object({ status: z.literal("ok") }),
  }),
  ready: endpoint({
    method: "GET",
    path: "/api/ready",
    summary: "Check that this server can take requests: database, migrations and disk",
    auth: "public",
    data: z.record(z.string(), z.boolean()),
    failures: ["UNAVAILABLE"],
  }),
  metrics: endpoint({
    method: "GET",
    path: "/api/metrics",
    summary: "Get figures for Prometheus, with METRICS_TOKEN; 404 without one",
    auth: "public",
    produces: "text/plain",
    failures: ["NOT_FOUND", "UNAUTHENTICATED"],
  }),
};
