import { defineTransitions } from "@/lib/transitions";

/**
 * The states of a statement line (product 10.32). A line becomes undecided again only when its match with investments is undone, and only
 * if its receipt is not a manual one. Safe in the browser.
 */
export const lineTransitions = defineTransitions({
  waiting: ["matched", "returning", "ignored"],
  matched: ["waiting"],
  returning: ["waiting"],
  ignored: [],
});
