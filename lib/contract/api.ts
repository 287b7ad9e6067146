import * as z from "zod";
import { endpoint } from "@/lib/endpoint";

/** The OpenAPI document of these calls. */
export const contract = {
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
};
