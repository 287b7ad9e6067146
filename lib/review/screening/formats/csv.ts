import { parse } from "csv-parse";
import { Readable } from "node:stream";
import { ListError } from "../parsed-list";

/** The character that ends some of OFAC's files, as under DOS. */
const END_OF_FILE = "\u001a";

/**
 * Reads CSV (RFC 4180) as a stream: each record with its line. Throws `ListError` with the line for a record that does not have
 * `columns` fields, and for a quote that is not closed, as in a truncated file.
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  columns: number,
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
        throw new ListError(`Line ${info.lines}: ${fields.length} fields instead of ${columns}`);
      yield { fields, line: info.lines };
    }
  } catch (error) {
    if (error instanceof ListError) throw error;
    throw new ListError(error instanceof Error ? error.message : "The file is not CSV");
  }
}
