import "server-only";
import { FormatError } from "@/lib/formats/format-error";

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** Whether a file is a ZIP archive, as .xlsx files are. */
export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 3, 4);

/** Returns the encoding of UTF-16 text, also without a byte order mark: every other byte of Latin text is zero. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (startsWith(bytes, 0xff, 0xfe)) return "utf-16le";
  if (startsWith(bytes, 0xfe, 0xff)) return "utf-16be";
  const start = bytes.subarray(0, 400);
  const zeros = (parity: number) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > start.length / 3 && even === 0) return "utf-16le";
  return even > start.length / 3 && odd === 0 ? "utf-16be" : null;
}

/**
 * Decodes a statement: UTF-16 or UTF-8, with or without a byte order mark, or else Windows-1252. Lines end with `\n`, and the
 * control characters that frame SWIFT messages are removed. Throws `FormatError` for binary files.
 */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new FormatError(
      "This is an old or password-protected Excel file. Save it as .xlsx without a password, or as CSV.",
    );
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46))
    throw new FormatError("This is a PDF. Export the statement as CSV, Excel, MT940 or camt.053.");
  const encoding = utf16Of(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder("windows-1252").decode(bytes);
  }
  text = text.replace(/[\x01-\x04]/g, "").replace(/\r\n?/g, "\n");
  // Other control characters occur in binary files, but not in text; the DOS end-of-file character may end it.
  if (text.trim() === "" || /[\0-\x08\x0e-\x19]/.test(text))
    throw new FormatError("This is not a text file. Export the statement as CSV, Excel, MT940 or camt.053.");
  return text.replace(/\x1a\s*$/, "");
}
