import { defineStates } from "@/lib/acts/rules";

/** The states of a payout batch (product 10.34). Undoing the proposal withdraws it. Safe in the browser. */
export const batchStates = defineStates({
  none: { propose: "proposed" },
  proposed: { release: "released" },
  released: {},
  withdrawn: {},
});

/** The states of an amount due: what made it due, and whether it is in a payout. */
export const dueStates = defineStates({
  none: {
    match: "due",
    receipt: "due",
    refund: "due",
    cancel_and_refund: "due",
    instalment: "due",
    redeem: "due",
    end: "due",
    post_redemption: "due",
    post_end: "due",
    return: "due",
    reject: "due",
  },
  due: { propose: "assigned" },
  assigned: {},
  withdrawn: {},
});

/** The states of a payout. */
export const payoutStates = defineStates({
  none: { propose: "proposed" },
  proposed: { release: "released" },
  released: { payment: "paid", reject: "returned" },
  paid: { return: "returned" },
  returned: {},
  withdrawn: {},
});
