import { describe, expect, it } from "vitest";
import { limitConcurrency } from "./concurrency";

describe("limitConcurrency", () => {
  it("runs up to the limit at once, the queued tasks in order, and rejects the rest", async () => {
    const inTurn = limitConcurrency({ max: 2, maxQueued: 3 });
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (n: number) =>
      inTurn(async () => {
        begun.push(n);
        await new Promise<void>((resolve) => ends.push(resolve));
        return n;
      });
    const all = [1, 2, 3, 4, 5].map(work);
    await expect(work(6)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(begun).toEqual([1, 2]);
    for (const n of [3, 4, 5]) {
      ends.shift()!();
      await expect.poll(() => begun.at(-1)).toBe(n);
      expect(begun).toHaveLength(n);
    }
    while (ends.length > 0) ends.shift()!();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5]);
  });

  it("continues after a task that failed", async () => {
    const inTurn = limitConcurrency({ max: 1, maxQueued: 1 });
    const failing = inTurn(() => Promise.reject(new Error("no")));
    const next = inTurn(() => Promise.resolve("yes"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
