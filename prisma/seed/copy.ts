import type pg from "pg";

/** What `pg` knows of the protocol and does not tell in its types. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sync(): void;
}

/** One value in the text form of COPY. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  const text = value instanceof Date ? value.toISOString() : String(value);
  return /[\\\t\n\r]/.test(text)
    ? text.replace(/[\\\t\n\r]/g, (sign) => ({ "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" })[sign]!)
    : text;
}

/** The column of a field of the schema: `createdAt` is `created_at`. */
const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Adds rows to a table by COPY. Every row has the fields of the first one. */
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
    // A query of our own: `pg` itself answers an invitation to copy with a refusal.
    client.query({
      submit: (connection: Wire) => connection.query(command),
      handleCopyInResponse(connection: Wire) {
        connection.sendCopyFromChunk(Buffer.from(text));
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => (failure = error),
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    } as unknown as pg.Submittable);
  });
}
