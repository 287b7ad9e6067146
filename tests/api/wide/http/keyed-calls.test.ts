import { expect, it } from "vitest";
import { uuidv7 } from "@/lib/ids";
import { person, times, urls } from "../../../support/api";
import { investor, openPlan, requestBody } from "../../../support/investments";

/** Sends a request once; `call` would repeat a rejected one. */
const send = (path: string, token: string, keyed?: object) =>
  fetch(urls()[0] + path, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(keyed && { "content-type": "application/json", "idempotency-key": uuidv7() }),
    },
    ...(keyed && { method: "POST", body: JSON.stringify(keyed) }),
  });

/** Calls with an Idempotency-Key hold a connection each (ADR 17). */
it("a hundred keyed calls of one user leave connections for all others", async () => {
  const [greedy, other, plan] = [await investor(), await person(), await openPlan()];
  const keyed = times(100, () => send("/api/investments", greedy.token, requestBody(plan)));
  const others = await times(60, () => send("/api/auth/me", other.token));
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  // An investor has at most ten unpaid investments; calls beyond those in progress and waiting are rejected.
  for (const { status, headers } of await keyed) {
    expect([201, 409, 503]).toContain(status);
    if (status === 503) expect(headers.get("retry-after")).toBe("2");
  }
});
