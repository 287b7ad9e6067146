import { expect, it } from "vitest";
import { AdvisoryLock } from "./locks";

it("no two locks share a number", () => {
  const numbers = Object.values(AdvisoryLock);
  expect(new Set(numbers).size).toBe(numbers.length);
});
