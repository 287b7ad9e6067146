import { expect, it } from "vitest";
import { addsRights } from "./duty-rules";

it("a change of duty adds rights unless the new duty has only rights of the present one (product 10.40)", () => {
  expect(addsRights("administrator", "reviewer")).toBe(false);
  expect(addsRights("senior_reviewer", "reviewer")).toBe(false);
  expect(addsRights("reviewer", "senior_reviewer")).toBe(true);
  expect(addsRights("administrator", "auditor")).toBe(true);
});
