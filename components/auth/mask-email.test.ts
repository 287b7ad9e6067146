import { describe, expect, it } from "vitest";
import { maskEmail } from "./mask-email";

describe("maskEmail", () => {
  it("hides most of the name and keeps the domain", () => {
    expect(maskEmail("adaobi@example.com")).toBe("ad•••@example.com");
    expect(maskEmail("ada@example.com")).toBe("a•••@example.com");
    expect(maskEmail("a@example.com")).toBe("a•••@example.com");
  });
  it("returns text that is not an email address unchanged", () => {
    expect(maskEmail("nonsense")).toBe("nonsense");
    expect(maskEmail("")).toBe("");
  });
});
