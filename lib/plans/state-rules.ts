import { defineTransitions } from "@/lib/transitions";

/** The states of a plan (product 10.30). A published plan is never a draft again. Safe in the browser. */
export const planTransitions = defineTransitions({
  draft: ["open"],
  open: ["closed"],
  closed: ["open"],
});
