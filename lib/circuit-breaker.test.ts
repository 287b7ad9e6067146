import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCircuitBreaker, retryUnavailable } from "./circuit-breaker";

const down = () => Promise.reject(new Error("down"));
const never = () => new Promise<never>(() => undefined);
const unavailable = expect.objectContaining({ code: "UNAVAILABLE" }) as unknown;

describe("the circuit breaker of a service (threat 45)", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("times a call out after 5 seconds", async () => {
    const refused = expect(createCircuitBreaker()(never)).rejects.toEqual(unavailable);
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
  });

  it("opens for 10 seconds after three consecutive failures", async () => {
    const guarded = createCircuitBreaker();
    for (let n = 0; n < 3; n += 1) await expect(guarded(down)).rejects.toEqual(unavailable);
    const work = vi.fn(() => Promise.resolve("well"));
    await expect(guarded(work)).rejects.toEqual(unavailable);
    expect(work).not.toHaveBeenCalled();
    expect(guarded.state()).toBe("open");
    vi.advanceTimersByTime(10_000);
    expect(guarded.state()).toBe("half-open");
    await expect(guarded(work)).resolves.toBe("well");
    expect(guarded.state()).toBe("closed");
  });

  it("opens again after one failure when the 10 seconds are over", async () => {
    const guarded = createCircuitBreaker();
    for (let n = 0; n < 3; n += 1) await expect(guarded(down)).rejects.toEqual(unavailable);
    vi.advanceTimersByTime(10_000);
    await expect(guarded(down)).rejects.toEqual(unavailable);
    expect(guarded.state()).toBe("open");
  });

  it("stays closed if a success separates the failures", async () => {
    const guarded = createCircuitBreaker();
    const well = () => Promise.resolve("well");
    for (const work of [down, down, well, down, down]) await guarded<unknown>(work).catch(() => undefined);
    await expect(guarded(well)).resolves.toBe("well");
  });

  it("throws an error with the original one as its cause", async () => {
    await expect(createCircuitBreaker()(down)).rejects.toHaveProperty("cause.message", "down");
  });

  it("delays a batch command without failing it: a failing call is made three times, others complete", async () => {
    const guarded = createCircuitBreaker();
    const broken = vi.fn(down);
    const well = vi.fn(() => Promise.resolve("well"));
    const failed = expect(retryUnavailable(() => guarded(broken))).rejects.toThrow("down");
    for (let n = 0; n < 2; n += 1) await expect(guarded(down)).rejects.toEqual(unavailable);
    expect(guarded.state()).toBe("open");
    const done = retryUnavailable(() => guarded(well));
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
    await expect(done).resolves.toBe("well");
    expect(broken).toHaveBeenCalledTimes(3);
    expect(well).toHaveBeenCalledTimes(1);
  });
});
