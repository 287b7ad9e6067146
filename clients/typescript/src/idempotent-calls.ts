/** The calls that take an Idempotency-Key. Written by `npm run api:release`. */
export const idempotentCalls: ReadonlySet<string> = new Set([
  "POST /api/investments",
  "POST /api/investments/{id}/redemptions",
  "POST /api/admin/payouts/batches",
  "POST /api/carousel",
]);
