import type pg from "pg";

/** Protocol internals of `pg` that its types do not declare. */
interface PgConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sync(): void;
}

/** Returns a value in the text format of COPY. The elements of an array are plain words. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  if (Array.isArray(value)) return `{${value.join(",")}}`;
  const text = value instanceof Date ? value.toISOString() : String(value);
  return /[\\\t\n\r]/.test(text)
    ? text.replace(/[\\\t\n\r]/g, (sign) => ({ "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" })[sign]!)
    : text;
}

/** Returns the column of a field: `created_at` for `createdAt`. */
const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Inserts rows by COPY. All rows must have the fields of the first one. */
export async function copyRows(
  client: pg.Client,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  if (rows.length === 0) return;
  const fields = Object.keys(rows[0]!);
  const text = rows.map((row) => `${fields.map((field) => cell(row[field])).join("\t")}\n`).join("");
  const command = `COPY ${table} (${fields.map(columnOf).join(", ")}) FROM STDIN`;
  await new Promise<void>((resolve, reject) => {
    let failure: Error | undefined;
    // This is a custom query object, because `pg` itself rejects the server's CopyInResponse.
    client.query({
      submit: (connection: PgConnection) => connection.query(command),
      handleCopyInResponse(connection: PgConnection) {
        connection.sendCopyFromChunk(Buffer.from(text));
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => (failure = error),
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    } as unknown as pg.Submittable);
  });
}
