import { defineTransitions } from "@/lib/transitions";

/** The states of a payout batch (product 10.34). A decision is final. Safe in the browser. */
export const batchTransitions = defineTransitions({
  proposed: ["released", "withdrawn"],
  released: [],
  withdrawn: [],
});

/**
 * The states of a payout. A returned payout becomes paid only if it was recorded as rejected, and so has no day of settlement, but the
 * bank's statement shows it.
 */
export const payoutTransitions = defineTransitions({
  due: ["proposed"],
  proposed: ["released", "withdrawn"],
  released: ["paid", "returned"],
  paid: ["returned"],
  returned: ["paid"],
  withdrawn: [],
});
