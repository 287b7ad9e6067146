import { defineStates } from "@/lib/acts/rules";
import { mapCategories } from "@/lib/ledger/category-rules";

/** The states of an import, of a statement line (product 10.32) and of a manual receipt. Safe in the browser. */
export const importStates = defineStates({
  none: { import: "imported" },
  imported: {},
  withdrawn: {},
});

export const lineStates = defineStates({
  none: { import: "waiting" },
  waiting: {
    match: "matched",
    fulfil: "matched",
    recognise: "matched",
    ...mapCategories(() => "matched" as const),
    payment: "matched",
    return: "matched",
    refund: "returning",
    ignore: "ignored",
  },
  matched: {},
  returning: {},
  ignored: {},
  withdrawn: {},
});

export const manualReceiptStates = defineStates({
  none: { receipt: "recorded" },
  recorded: { fulfil: "fulfilled", recognise: "fulfilled" },
  fulfilled: {},
  withdrawn: {},
});
