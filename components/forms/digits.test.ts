import { describe, expect, it } from "vitest";
import { codeDigits, onlyDigits, phoneDigits } from "./digits";

describe("digits", () => {
  it("strips everything but digits and the leading zero of a phone number", () => {
    expect(phoneDigits("0801 234-5678")).toBe("8012345678");
    expect(phoneDigits("+234 801 234 5678")).toBe("2348012345678");
    expect(phoneDigits("00")).toBe("");
  });
  it("accepts a pasted code", () => {
    expect(codeDigits(" 123 456 ")).toBe("123456");
    expect(codeDigits("123-456-789")).toBe("123456");
    expect(codeDigits("Code: 004512")).toBe("004512");
  });
  it("accepts full-width digits, and drops invisible characters", () => {
    expect(phoneDigits("\u202d\uff10\uff18\uff10\uff11 234 5678\u202c")).toBe("8012345678");
    expect(codeDigits("\u200b\uff10\uff10\uff14512")).toBe("004512");
    expect(onlyDigits("\uff10123\u00ad4567 89")).toBe("0123456789");
  });
  it("preserves the zeros of an account number", () => {
    expect(onlyDigits("0123 4567 89")).toBe("0123456789");
  });
});
