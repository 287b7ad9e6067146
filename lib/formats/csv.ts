import { CsvError, parse } from "csv-parse";
import { Readable } from "node:stream";
import { FormatError, shorten } from "./format-error";

/** The DOS end-of-file character at the end of some of OFAC's files. */
const END_OF_FILE = "\u001a";

/**
 * Parses CSV (RFC 4180) as a stream and yields each record with its line. Throws `FormatError` with the line for a record whose number of
 * fields differs from `columns`, and for an unclosed quote, as in a truncated file.
 */
export async function* readCsv(
  text: AsyncIterable<string> | Iterable<string>,
  { columns }: { columns: number },
): AsyncGenerator<{ fields: string[]; line: number }> {
  const parser = parse({
    info: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    bom: true,
    maxRecordSize: 1_000_000,
  });
  try {
    for await (const item of Readable.from(text).compose(parser)) {
      const { record: fields, info } = item as { record: string[]; info: { lines: number } };
      if (fields.length === 1 && fields[0] === END_OF_FILE) continue;
      if (fields.length !== columns)
        throw new FormatError(`Line ${info.lines}: ${fields.length} fields instead of ${columns}`);
      yield { fields, line: info.lines };
    }
  } catch (error) {
    if (error instanceof FormatError) throw error;
    const message = error instanceof Error ? error.message : "The file is not CSV";
    if (!(error instanceof CsvError)) throw new FormatError(message);
    throw new FormatError(`Line ${error.lines}: ${shorten(message.replace(/ at line \d+/, ""), 200)}`);
  }
}
