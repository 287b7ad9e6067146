import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCircuitBreaker } from "./circuit-breaker";

const down = () => Promise.reject(new Error("down"));
const never = () => new Promise<never>(() => undefined);
const unavailable = expect.objectContaining({ code: "UNAVAILABLE" }) as unknown;

describe("a service that is down (threat 45)", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("is waited for 5 seconds, and not longer", async () => {
    const refused = expect(createCircuitBreaker()(never)).rejects.toEqual(unavailable);
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
  });

  it("is left alone for 10 seconds after three failures in a row", async () => {
    const guarded = createCircuitBreaker();
    for (let n = 0; n < 3; n += 1) await expect(guarded(down)).rejects.toEqual(unavailable);
    const work = vi.fn(() => Promise.resolve("well"));
    await expect(guarded(work)).rejects.toEqual(unavailable);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000);
    await expect(guarded(work)).resolves.toBe("well");
  });

  it("is not left alone for failures with a success between them", async () => {
    const guarded = createCircuitBreaker();
    const well = () => Promise.resolve("well");
    for (const work of [down, down, well, down, down]) await guarded<unknown>(work).catch(() => undefined);
    await expect(guarded(well)).resolves.toBe("well");
  });

  it("says what went wrong as the cause", async () => {
    await expect(createCircuitBreaker()(down)).rejects.toHaveProperty("cause.message", "down");
  });
});
