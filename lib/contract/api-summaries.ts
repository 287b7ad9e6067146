import "server-only";
import type { contract } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const contractSummaries: Record<keyof typeof contract, string> = {
  openapi: "Get this document",
  docs: "Read this document in a browser",
  docsAsset: "Get a script or style sheet of the API reference",
};
