import { describe, expect, it, vi } from "vitest";
import { limitConcurrency, oneAtATime } from "./concurrency";

describe("the work of one key (threat 50)", () => {
  it("runs the work of a key in order, also after a failure, and does not stop other keys", async () => {
    const inTurn = oneAtATime();
    const begun: string[] = [];
    const ends = new Map<string, PromiseWithResolvers<void>>();
    const work = (key: string, name: string) =>
      inTurn(key, async () => {
        begun.push(name);
        const end = Promise.withResolvers<void>();
        ends.set(name, end);
        await end.promise;
        return name;
      });
    const all = [work("a", "a1"), work("a", "a2"), work("a", "a3"), work("b", "b1")];
    await expect.poll(() => begun).toEqual(["a1", "b1"]);
    ends.get("a1")!.reject(new Error("no"));
    await expect(all[0]).rejects.toThrow("no");
    await expect.poll(() => begun).toEqual(["a1", "b1", "a2"]);
    ends.get("a2")!.resolve();
    await expect.poll(() => begun).toEqual(["a1", "b1", "a2", "a3"]);
    for (const name of ["a3", "b1"]) ends.get(name)!.resolve();
    expect(await Promise.all(all.slice(1))).toEqual(["a2", "a3", "b1"]);
  });
});

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

  it("gives up a task that has waited too long, and runs the others", async () => {
    vi.useFakeTimers();
    try {
      const inTurn = limitConcurrency({ max: 1, maxQueued: 3, maxWaitMs: 1_000 });
      const first = Promise.withResolvers<string>();
      const all = [inTurn(() => first.promise), inTurn(() => Promise.resolve("late"))];
      await vi.advanceTimersByTimeAsync(600);
      all.push(inTurn(() => Promise.resolve("in time")));
      const rejected = expect(all[1]).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await vi.advanceTimersByTimeAsync(400);
      await rejected;
      first.resolve("first");
      expect(await Promise.all([all[0], all[2]])).toEqual(["first", "in time"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("lets a burst wait for long, and a lasting overload for a short time", async () => {
    vi.useFakeTimers();
    try {
      const inTurn = limitConcurrency({ max: 1, maxQueued: 9, maxWaitMs: 3_000, overloadWaitMs: 500 });
      const ends: (() => void)[] = [];
      const work = () => inTurn(() => new Promise<void>((resolve) => ends.push(resolve)));
      const burst = [work(), work(), work()];
      await vi.advanceTimersByTimeAsync(1_500);
      const late = expect(work()).rejects.toMatchObject({ code: "UNAVAILABLE" });
      await vi.advanceTimersByTimeAsync(500);
      await late;
      for (const call of burst) {
        ends.shift()!();
        await call;
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it("continues after a task that failed", async () => {
    const inTurn = limitConcurrency({ max: 1, maxQueued: 1 });
    const failing = inTurn(() => Promise.reject(new Error("no")));
    const next = inTurn(() => Promise.resolve("yes"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
