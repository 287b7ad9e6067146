import { defineTransitions } from "@/lib/transitions";

/** The states of a payout batch (product 10.34). A decision is final. Safe in the browser. */
export const batchTransitions = defineTransitions({
  proposed: ["released", "withdrawn"],
  released: [],
  withdrawn: [],
});

/**
 * The states of a payout. A returned one is paid only if it was recorded as rejected, so has no day of settlement, and the bank's statement
 * shows it after all.
 */
export const payoutTransitions = defineTransitions({
  due: ["proposed"],
  proposed: ["released", "withdrawn"],
  released: ["paid", "returned"],
  paid: ["returned"],
  returned: ["paid"],
  withdrawn: [],
});
