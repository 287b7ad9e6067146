/**
 * zod's settings, in the browser and on the server. Import this module for its side effect: re-exporting `z` would add the whole library,
 * 60 kB, to a page.
 */
import * as z from "zod";

z.config({
  // In the browser, zod would test for `eval`, which the policy blocks and reports.
  jitless: typeof window !== "undefined",
  /** The messages of schemas without a custom message. */
  customError: (issue) => {
    if (issue.code === "invalid_type") return issue.input === undefined ? "Required" : "Check this answer";
    if (issue.code === "invalid_value") return "Choose one of the options";
    if (issue.code === "custom") return "Check this answer";
    if (issue.code === "invalid_format" || issue.code === "invalid_union") return "Check this answer";
    return undefined;
  },
});
