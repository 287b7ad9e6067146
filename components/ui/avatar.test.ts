import { describe, expect, it } from "vitest";
import { initials } from "./avatar";

describe("initials", () => {
  it("uses the first and the last name", () => {
    expect(initials("Ada Obi")).toBe("AO");
    expect(initials("  ngozi   chidinma  okafor ")).toBe("NO");
    expect(initials("Bola")).toBe("B");
  });
  it("falls back to U", () => {
    expect(initials("")).toBe("U");
    expect(initials("   ")).toBe("U");
    expect(initials(null)).toBe("U");
  });
});
