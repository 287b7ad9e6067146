import "server-only";
import { mask, openRowCipher } from "@/lib/pii/cipher";

/**
 * Opening numbers is most of what a list of users costs, and administrators look at the same people again and again. What is shown of a
 * number is therefore remembered by its cipher text, with the cell it stood in: four digits and bullets, never the number. A cell that was moved, changed or
 * sealed anew is another one, and is opened.
 */
const MOST = 20_000;
interface Shown {
  place: string;
  dataKey: string;
  text: string;
}
const shown = new Map<string, Shown>();

/** The sealed number of a cell as it is shown, masked. Throws like the cipher. */
export function decryptMasked(
  table: string,
  rowId: string,
  dataKey: string,
  column: string,
  sealed: string,
): string {
  const place = `${table}|${rowId}|${column}`;
  const known = shown.get(sealed);
  // No cipher text is written twice: one that stands elsewhere now was moved.
  if (known?.place === place && known.dataKey === dataKey) return known.text;
  const text = mask(openRowCipher(table, rowId, dataKey).open(column, sealed));
  // The oldest goes first.
  if (shown.size >= MOST) shown.delete(shown.keys().next().value!);
  shown.set(sealed, { place, dataKey, text });
  return text;
}
