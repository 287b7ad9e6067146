import { describe, expect, it } from "vitest";
import { maskEmail } from "./mask-email";

describe("maskEmail", () => {
  it("masks most of the local part and keeps the domain readable", () => {
    expect(maskEmail("adaobi@example.com")).toBe("ad•••@example.com");
    expect(maskEmail("ada@example.com")).toBe("a•••@example.com");
    expect(maskEmail("a@example.com")).toBe("a•••@example.com");
  });
  it("returns text that is not an email address unchanged", () => {
    expect(maskEmail("nonsense")).toBe("nonsense");
    expect(maskEmail("")).toBe("");
  });
});
