import { describe, expect, it } from "vitest";
import { initials } from "./avatar";

describe("initials", () => {
  it("uses the first and the last name", () => {
    expect(initials("Ada Obi")).toBe("AO");
    expect(initials("  ngozi   chidinma  okafor ")).toBe("NO");
    expect(initials("Bola")).toBe("B");
  });
  it("does not cut through a letter", () => {
    // A letter with marks that Unicode does not compose, and one of several code points.
    expect(initials("\u1ecd\u0300la \u1e63\u0301ad\u00e9")).toBe("\u1ecc\u0300\u1e62\u0301");
    expect(initials("o\u0323\u0301la")).toBe("\u1ecc\u0301");
    expect(initials("\u0915\u094d\u0937\u092e\u093e")).toBe("\u0915\u094d\u0937");
    expect(initials("\u{1F1F3}\u{1F1EC} Obi")).toBe("\u{1F1F3}\u{1F1EC}O");
    expect(initials("\u2068\u0645\u062d\u0645\u062f\u2069")).toBe("\u0645");
  });
  it("falls back to U", () => {
    expect(initials("")).toBe("U");
    expect(initials("   ")).toBe("U");
    expect(initials(null)).toBe("U");
  });
});
