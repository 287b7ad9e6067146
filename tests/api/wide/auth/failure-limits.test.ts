import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { limitConcurrency } from "@/lib/concurrency";
import { db } from "@/lib/db/client";
import { withFailureLimit, type AttemptLimit } from "@/lib/limits/limits";

/** Limits on failed attempts under parallel bursts (threat 4, 5). */
const limit = (name: string, max: number): AttemptLimit => ({ key: name, limit: max, seconds: 900 });

/** Starts correct or wrong attempts at the same time, each with these limits. Returns each result, and how many were compared. */
async function burst(tries: AttemptLimit[][], ok: boolean) {
  let compared = 0;
  let underWay = 0;
  let peak = 0;
  const inTurn = limitConcurrency({ max: 4, maxQueued: 400 });
  const outcomes = await Promise.all(
    tries.map((limits) =>
      withFailureLimit(limits, async () => {
        compared += 1;
        peak = Math.max(peak, (underWay += 1));
        // About as long as another database query, so that checks overlap.
        await inTurn(() => db.$queryRaw`SELECT 1`);
        underWay -= 1;
        return { ok, value: "compared" };
      }).catch((error: { code: string }) => error.code),
    ),
  );
  return { compared, peak, outcomes };
}

const count = (outcomes: string[], outcome: string) => outcomes.filter((one) => one === outcome).length;

describe("limits on failures", () => {
  it("threat 4: compare 100 of 190 parallel wrong attempts at 190 accounts from one address, and reject the rest", async () => {
    const address = limit(randomUUID(), 100);
    const tries = Array.from({ length: 190 }, () => [limit(randomUUID(), 10), address]);
    const { compared, outcomes } = await burst(tries, false);
    expect(compared).toBe(100);
    expect(count(outcomes, "RATE_LIMITED")).toBe(90);
    expect((await burst([[limit(randomUUID(), 10), address]], true)).outcomes).toEqual(["RATE_LIMITED"]);
  });

  it("threat 5: pass 190 parallel correct attempts from one address, never more at once than the limit", async () => {
    const address = limit(randomUUID(), 20);
    const tries = Array.from({ length: 190 }, () => [limit(randomUUID(), 10), address]);
    const { peak, outcomes } = await burst(tries, true);
    expect(count(outcomes, "compared")).toBe(190);
    expect(peak).toBeLessThanOrEqual(20);
    expect((await burst([[address]], true)).outcomes).toEqual(["compared"]);
  });

  it("do not consume other limits when one rejects", async () => {
    const [spent, unspent] = [limit(randomUUID(), 1), limit(randomUUID(), 1)];
    await burst([[spent]], false);
    expect((await burst([[unspent, spent]], false)).outcomes).toEqual(["RATE_LIMITED"]);
    expect((await burst([[unspent]], true)).outcomes).toEqual(["compared"]);
  });

  it("do not deadlock on limits that are consumed in any order", async () => {
    const shared = Array.from({ length: 4 }, () => limit(randomUUID(), 3));
    const tries = Array.from({ length: 60 }, (_, i) => [...shared.slice(i % 4), ...shared.slice(0, i % 4)]);
    expect(count((await burst(tries, true)).outcomes, "compared")).toBe(60);
  });

  it("do not count a check that throws, and release its slot", async () => {
    const tested = limit(randomUUID(), 1);
    const broken = withFailureLimit([tested], () => Promise.reject(new Error("away")));
    await expect(broken).rejects.toThrow("away");
    expect((await burst([[tested]], true)).outcomes).toEqual(["compared"]);
  });

  it("release the slots of a server that died after a short time", async () => {
    // The row is found by its unusual duration.
    const tested = { ...limit(randomUUID(), 1), seconds: 100 * 86_400 };
    await burst([[tested]], true);
    const died =
      await db.$executeRaw`UPDATE rate_limits SET in_flight = 1, in_flight_at = now() - interval '16 seconds'
      WHERE expires_at > now() + interval '99 days'`;
    expect(died).toBe(1);
    expect((await burst([[tested]], true)).outcomes).toEqual(["compared"]);
  });
});
