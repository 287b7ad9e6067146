import "server-only";
import { unzipSync } from "fflate";
import readExcel from "read-excel-file/universal";
import { dayOf } from "@/lib/dates";
import { FormatError } from "@/lib/formats/format-error";
import { collectRows, type Row } from "./rows";

/** The maximum size of all parts of the archive when unpacked. */
const MAX_UNPACKED_BYTES = 64_000_000;
const MAX_ENTRIES = 1_000;

/** Returns the text of a stored number; amounts lose the inaccuracy of binary fractions: `0.30000000000000004` is `0.3`. */
function numberText(raw: string): string {
  const value = Number(raw);
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) return raw;
  const rounded = Math.round(value * 100) / 100;
  return String(Math.abs(value - rounded) < 1e-6 ? rounded : value);
}

/** Throws `FormatError` for an archive that is damaged or would be very large when unpacked. */
function requireSmallArchive(bytes: Uint8Array): void {
  let [size, entries, isWorkbook] = [0, 0, false];
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    size += originalSize;
    entries += 1;
    isWorkbook ||= name === "xl/workbook.xml";
    return false;
  };
  try {
    unzipSync(bytes, { filter });
  } catch {
    throw new FormatError("This file is damaged. Download it from the bank again.");
  }
  if (!isWorkbook) throw new FormatError("This is not an Excel file. Export the statement as .xlsx or CSV.");
  if (size > MAX_UNPACKED_BYTES || entries > MAX_ENTRIES)
    throw new FormatError("This Excel file is too large. Export a shorter period.");
}

/**
 * Reads the rows of all sheets of an .xlsx file. Formulas have the results that were stored with them; macros are ignored. Throws
 * `FormatError` for damaged and too large files.
 */
export async function readExcelRows(bytes: Uint8Array): Promise<Row[]> {
  requireSmallArchive(bytes);
  const { rows, add } = collectRows();
  // A Buffer is often part of a larger ArrayBuffer, and its `slice` shares it.
  const { buffer } = new Uint8Array(bytes);
  const sheets = await readExcel(buffer, { parseNumber: numberText }).catch(() => {
    throw new FormatError("This Excel file cannot be read. Save it again as .xlsx or CSV.");
  });
  let before = 0;
  for (const { sheet, data } of sheets) {
    for (const [index, row] of data.entries()) {
      const place = sheets.length > 1 ? `${sheet}, row ${index + 1}` : `Row ${index + 1}`;
      const cells = row.map((cell) =>
        cell === null ? "" : cell instanceof Date ? dayOf(cell) : String(cell),
      );
      add({ number: before + index + 1, place, cells });
    }
    before += data.length;
  }
  return rows;
}
