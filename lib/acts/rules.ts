import { categories, mapCategories } from "@/lib/ledger/category-rules";

/**
 * The kinds of acts of money (ADR 44): each decision about money, by a person or the system, is an act. Safe in the browser.
 */
interface Kind {
  label: string;
  /**
   * Who can undo it: one administrator alone; two, because it made money due or could have, or stopped payouts; null if it cannot be
   * undone, because the bank or the investor relied on it. An act that `follows` another is undone with it, because it decides nothing by
   * itself.
   */
  undo: "alone" | "two" | "follows" | null;
}

export const actKinds = {
  // Of the bank's statement
  import: { label: "Statement imported", undo: "alone" },
  fulfil: { label: "Manual receipt found on the statement", undo: "follows" },
  recognise: { label: "Line recognised as a manual receipt", undo: "two" },
  match: { label: "Receipt matched", undo: "two" },
  refund: { label: "Refund queued", undo: "two" },
  ignore: { label: "Line ignored", undo: "alone" },
  ...mapCategories((category) => ({
    label: `Booked as ${categories[category].noun}`,
    undo: "alone" as const,
  })),
  payment: { label: "Payout found on the statement", undo: "two" },
  return: { label: "Payout returned by the bank", undo: "two" },
  receipt: { label: "Manual receipt recorded", undo: "two" },
  // Of investments
  request: { label: "Investment requested", undo: null },
  cancel: { label: "Investment cancelled", undo: null },
  expire: { label: "Investment expired", undo: null },
  cancel_and_refund: { label: "Investment cancelled and refunded", undo: "two" },
  instalment: { label: "Instalments posted", undo: "follows" },
  redeem: { label: "Investment redeemed", undo: "two" },
  post_redemption: { label: "Redemption posted", undo: "follows" },
  end: { label: "Investment ended", undo: "two" },
  post_end: { label: "End posted", undo: "follows" },
  declare: { label: "Return declared", undo: "two" },
  // Of payouts
  propose: { label: "Batch proposed", undo: "alone" },
  enter_account: { label: "Account of an unknown sender entered", undo: "follows" },
  release: { label: "Batch released", undo: "two" },
  download: { label: "Payment file downloaded", undo: null },
  reject: { label: "Payout rejected by the bank", undo: "two" },
  stop: { label: "Payouts stopped", undo: "two" },

  undo: { label: "Undone", undo: null },
} as const satisfies Record<string, Kind>;
export type ActKind = keyof typeof actKinds;

export const isActKind = (kind: string): kind is ActKind => Object.hasOwn(actKinds, kind);

/** Returns who can undo an act of a kind. */
export const undoRule = (kind: ActKind): Kind["undo"] => actKinds[kind].undo;

/** What an act is about. */
export const things = {
  import: "Statement",
  line: "Statement line",
  receipt: "Manual receipt",
  investment: "Investment",
  redemption: "Redemption",
  declaration: "Declared return",
  batch: "Batch",
  due: "Amount due",
  payout: "Payout",
  stop: "Stopped payouts",
} as const;
export type Thing = keyof typeof things;

/**
 * The states of a thing: for each state, the acts that change it and the state that follows. `none` are the acts that create it. Undoing an
 * act leads back; undoing the creation of a thing withdraws it.
 */
export type StateRules<Key extends string> = Readonly<
  Record<Key, Readonly<Partial<Record<ActKind, Exclude<Key, "none">>>>>
>;
export type StateOf<Rules> = Exclude<keyof Rules & string, "none">;

/** Declares the states of a thing. A guard (prisma/guards/acts.sql) enforces the same rules, and a test compares both. */
export const defineStates = <Key extends string>(
  rules: Record<Key, Partial<Record<ActKind, Exclude<NoInfer<Key>, "none">>>>,
): StateRules<Key> => rules;

/** Returns the states in the order of their rules. */
export const statesIn = <Key extends string>(rules: StateRules<Key>) =>
  Object.keys(rules).filter((state) => state !== "none") as [Exclude<Key, "none">, ...Exclude<Key, "none">[]];

/** Returns the state after an act; null if it is not possible. */
export const stateAfter = <Key extends string>(
  rules: StateRules<Key>,
  state: NoInfer<Key>,
  kind: ActKind,
): Exclude<Key, "none"> | null => rules[state][kind] ?? null;
