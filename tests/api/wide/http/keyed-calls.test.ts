import { expect, it } from "vitest";
import { uuidv7 } from "@/lib/ids";
import { call, get, person, times } from "../../../support/api";
import { investor, openPlan, requestBody } from "../../../support/investments";

/** Calls with an Idempotency-Key hold a connection each (ADR 17). */
it("a hundred keyed calls of one user leave connections for all others", async () => {
  const [greedy, other, plan] = [await investor(), await person(), await openPlan()];
  const keyed = times(100, () =>
    call("POST", "/api/investments", {
      body: requestBody(plan),
      token: greedy.token,
      headers: { "Idempotency-Key": uuidv7() },
    }),
  );
  const others = await times(60, () => get("/api/auth/me", other.token));
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  const answers = await keyed;
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, body } of refused)
    expect([headers.get("retry-after"), body.error]).toEqual(["2", "UNAVAILABLE"]);
  const statuses = answers.map(({ status }) => status).filter((status) => status !== 503);
  // An investor has at most ten unpaid investments.
  expect(statuses.filter((status) => status === 201)).toHaveLength(10);
  expect(new Set(statuses)).toEqual(new Set(statuses.length > 10 ? [201, 409] : [201]));
});
