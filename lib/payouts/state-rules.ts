import { defineStates } from "@/lib/acts/rules";

/** The states of a payout batch (product 10.34). Undoing the proposal withdraws it. Safe in the browser. */
export const batchStates = defineStates({
  none: { propose: "proposed" },
  proposed: { release: "released" },
  released: {},
  withdrawn: {},
});

/** The states of a payout. A refund is due first; an amount due of an investment is a payout once it is proposed. */
export const payoutStates = defineStates({
  none: {
    match: "due",
    receipt: "due",
    refund: "due",
    cancel_and_refund: "due",
    return: "due",
    reject: "due",
    propose: "proposed",
  },
  due: { propose: "proposed" },
  proposed: { release: "released" },
  released: { payment: "paid", reject: "returned" },
  paid: { return: "returned" },
  returned: {},
  withdrawn: {},
});
