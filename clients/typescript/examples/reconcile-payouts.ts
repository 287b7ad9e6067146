// Lists the payouts that were released and that no bank statement shows yet, with the statement lines that may settle them.
// Usage: SEEDLINE_KEY=... node reconcile-payouts.ts     The key needs payouts:read and payments:read.
import { createSeedline } from "@seedline/client";

const { SEEDLINE_URL: baseUrl = "http://localhost:3000", SEEDLINE_KEY: key = "" } = process.env;
const seedline = createSeedline({ baseUrl, key });

const linesByPayout = new Map<string, string[]>();
for await (const line of seedline.all("/api/admin/payments/lines", {
  params: { query: { filter: "outgoing" } },
}))
  // A line may settle one payout, or a batch as a whole.
  for (const id of [
    ...line.payouts.map(({ _id }) => _id),
    ...line.batches.flatMap(({ payoutIds }) => payoutIds),
  ])
    linesByPayout.set(id, [...(linesByPayout.get(id) ?? []), `${line.on} ${line.bankReference}`]);

for await (const { _id, state } of seedline.all("/api/admin/payouts/batches")) {
  if (state !== "released") continue;
  const { data } = await seedline.get("/api/admin/payouts/batches/{id}", { params: { path: { id: _id } } });
  const open = data.payouts.filter((payout) => payout.state === "released");
  console.log(
    `Batch ${_id}: ${data.count} payouts, ${data.paid} paid, ${data.returned} returned, ${open.length} open`,
  );
  for (const { _id: id, reference, amount } of open) {
    const lines = linesByPayout.get(id)?.join(" or ") ?? "not on a statement yet";
    console.log(`  ${reference} ${amount} kobo: ${lines}`);
  }
}
