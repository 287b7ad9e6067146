interface Page {
  /** A part of the condition: what comes after the batch before. */
  after: { id?: { gt: string } };
  orderBy: { id: "asc" };
  take: number;
}

/** Reads many rows by their ids, so that no answer of the database is large: `read` is called for one batch after the other. */
export async function* inBatches<Row extends { id: string }>(
  read: (page: Page) => Promise<Row[]>,
  take = 100,
): AsyncGenerator<Row[]> {
  for (let after: Page["after"] = {}; ;) {
    const rows = await read({ after, orderBy: { id: "asc" }, take });
    yield rows;
    if (rows.length < take) return;
    after = { id: { gt: rows.at(-1)!.id } };
  }
}
