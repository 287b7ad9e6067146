import type { ActDto } from "@/lib/acts/schema";

/** What undoing the import of a statement changes. */
export const undoImportEffect =
  "All of its lines are withdrawn. The decisions about them, also those made by rules, are undone with it, and what was posted is reversed. If any line was decided, another administrator must confirm. Undo later statements first.";

/** Returns what undoing an act changes. */
export function undoEffectOf({ kind, undo }: ActDto): string {
  if (kind === "import") return undoImportEffect;
  if (kind === "stop") return "Payouts resume once another administrator confirms.";
  const effect = "What was posted is reversed on its day, and everything is as before.";
  return undo === "alone" ? effect : `${effect} Another administrator must confirm.`;
}
