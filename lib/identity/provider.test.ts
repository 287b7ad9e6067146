import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { IdentityRequest } from "./port";
import { askProvider, callsAllowed } from "./provider";

vi.hoisted(() => Object.assign(process.env, { IDENTITY_PROVIDER: "sandbox" }));

const request = (ending: string): IdentityRequest => ({
  kind: "nin",
  number: `70000000${ending}`,
  name: "Ada Obi",
  firstName: "Ada",
  surname: "Obi",
  dateOfBirth: "1990-05-17",
});
const fault = (ending: string) =>
  askProvider(request(ending)).then(
    () => "answered",
    (error: { fault?: string }) => error.fault,
  );

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("the sandbox has a number for every outcome", async () => {
  expect(await askProvider(request("001"))).toMatchObject({ found: true, name: "Ada Obi" });
  expect(await askProvider(request("901"))).toMatchObject({ name: "Sample Stranger" });
  expect(await askProvider(request("902"))).toMatchObject({ dateOfBirth: "1960-01-01" });
  expect(await askProvider(request("903"))).toEqual({ found: false });
  expect(await fault("905")).toBe("temporary");
  expect(await fault("906")).toBe("configuration");
});

it("a provider that is down is left alone for ten seconds, then asked once", async () => {
  expect(await fault("001")).toBe("answered");
  // A response about a wrong key shows that the provider is up.
  for (let n = 0; n < 5; n += 1) expect(await fault("906")).toBe("configuration");
  expect(callsAllowed(4)).toBe(4);
  for (let n = 0; n < 3; n += 1) expect(await fault("905")).toBe("temporary");
  expect(callsAllowed(4)).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(callsAllowed(4)).toBe(1);
  expect(await fault("905")).toBe("temporary");
  expect(callsAllowed(4)).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(await fault("001")).toBe("answered");
  expect(callsAllowed(4)).toBe(4);
});
