interface Page {
  /** The part of the condition that selects rows after the previous batch. */
  after: { id?: { gt: string } };
  orderBy: { id: "asc" };
  take: number;
}

/** Reads many rows in id order, one batch per call of `read`, so that no query returns a large result. */
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
