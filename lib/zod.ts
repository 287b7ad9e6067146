/**
 * How this product uses zod; whatever is checked, in the browser or here, goes by these settings. Imported for them alone: handed on from
 * here, `z` would bring all of the library into a page, 60 kB more.
 */
import * as z from "zod";

z.config({
  // In the browser zod would try whether it may make code out of text; our policy forbids that, and would note the try.
  jitless: typeof window !== "undefined",
  /** What is said where a schema names no message of its own; never the library's words about types. */
  customError: (issue) => {
    if (issue.code === "invalid_type") return issue.input === undefined ? "Required" : "Check this answer";
    if (issue.code === "invalid_value") return "Choose one of the options";
    if (issue.code === "invalid_format" || issue.code === "invalid_union") return "Check this answer";
    return undefined;
  },
});
