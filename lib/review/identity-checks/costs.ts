import "server-only";
import { db } from "@/lib/db/client";
import { identityCheckKinds, type IdentityCheckKind } from "./schema";

const DAYS = 30;

export interface IdentityCost {
  kind: IdentityCheckKind;
  calls: number;
  costKobo: number;
}

/**
 * Returns the provider calls of the last 30 days and their maximum cost: a call without a response is included, although it may not be
 * charged. Every kind has a row.
 */
export async function identityCosts(): Promise<IdentityCost[]> {
  const rows = await db.$queryRaw<IdentityCost[]>`
    SELECT kind::text, sum(calls)::int AS calls, sum(cost_kobo)::float8 AS "costKobo" FROM identity_call_totals
    WHERE day > (now() AT TIME ZONE 'Africa/Lagos')::date - ${DAYS}::int GROUP BY kind`;
  return identityCheckKinds.map(
    (kind) => rows.find((row) => row.kind === kind) ?? { kind, calls: 0, costKobo: 0 },
  );
}
