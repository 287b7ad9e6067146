import "server-only";
import type { files } from "./api";

/** Summaries of the calls for the OpenAPI document, in a separate file that browsers do not load. */
export const fileSummaries: Record<keyof typeof files, string> = {
  file: "Get a stored document, as its owner or an administrator",
};
