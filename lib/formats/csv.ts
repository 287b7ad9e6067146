import { CsvError, parse } from "csv-parse";
import { Readable } from "node:stream";
import { FormatError, shorten } from "./format-error";

/** The DOS end-of-file character at the end of some of OFAC's files. */
const END_OF_FILE = "\u001a";

/**
 * Parses CSV (RFC 4180) as a stream and yields each record with its line. Throws `FormatError` with the line for a record whose number of
 * fields differs from `columns` (by default, from the first record), and for an unclosed quote, as in a truncated file. With `relaxQuotes`,
 * a quote within a field is an ordinary character, as in `pipe 5" long`.
 */
export async function* readCsv(
  text: AsyncIterable<string> | Iterable<string>,
  {
    columns,
    delimiter = ",",
    firstLine = 1,
    relaxQuotes = false,
  }: { columns?: number; delimiter?: string; firstLine?: number; relaxQuotes?: boolean } = {},
): AsyncGenerator<{ fields: string[]; line: number }> {
  const parser = parse({
    info: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    bom: true,
    relaxQuotes,
    delimiter,
    maxRecordSize: 1_000_000,
  });
  let expected = columns;
  try {
    for await (const item of Readable.from(text).compose(parser)) {
      const { record: fields, info } = item as { record: string[]; info: { lines: number } };
      const line = info.lines + firstLine - 1;
      if (fields.length === 1 && fields[0] === END_OF_FILE) continue;
      expected ??= fields.length;
      if (fields.length !== expected)
        throw new FormatError(`Line ${line}: ${fields.length} fields instead of ${expected}`);
      // Such a field begins with a quote that is not closed before the end of its line, so it swallows the following lines.
      if (relaxQuotes && fields.some((field) => field.startsWith('"') && /[\r\n]/.test(field)))
        throw new FormatError(`Line ${line}: a quote is not closed`);
      yield { fields, line };
    }
  } catch (error) {
    if (error instanceof FormatError) throw error;
    const message = error instanceof Error ? error.message : "The file is not CSV";
    if (!(error instanceof CsvError)) throw new FormatError(message);
    const line = Number(error.lines) + firstLine - 1;
    throw new FormatError(`Line ${line}: ${shorten(message.replace(/ at line \d+/, ""), 200)}`);
  }
}
