/** The reasons of acts of money (ADR 44), by the value that is stored. Safe in the browser. */

/** Why an act is undone. */
export const undoReasons = {
  typing_error: "Typing error",
  wrong_investment: "Wrong investment or payee",
  wrong_kind: "Booked as the wrong kind",
  wrong_file: "Wrong or invented file",
  not_sent: "Not sent to the bank",
  bank_corrected: "The bank corrected it",
  other: "Another reason",
} as const;
export type UndoReason = keyof typeof undoReasons;

/** Why an active investment is ended. */
export const endReasons = {
  death: "Death of the investor",
  fraud: "Fraud",
  court_order: "Court order",
  agreed_correction: "Agreed correction",
} as const;
export type EndReason = keyof typeof endReasons;

/** Returns the reason of an act in words. */
export const reasonLabel = (reason: string): string =>
  ({ ...undoReasons, ...endReasons })[reason as UndoReason | EndReason] ?? reason;
