import { describe, expect, it } from "vitest";
import { lines, text, userName } from "./atoms";

describe("invisible characters", () => {
  it("are removed from texts, before their length is checked", () => {
    expect(text(2, "Too short").parse("\u200b Zub\u200bai\u00adru\ufeff")).toBe("Zubairu");
    expect(lines(2, "Too short").parse("1 Broad\u200d Street\nLagos\u202e")).toBe("1 Broad Street\nLagos");
    expect(text(2, "Too short").safeParse("A\u200b\u200b").error?.issues).toMatchObject([
      { message: "Too short" },
    ]);
  });

  it("are refused in the name of a user, which our emails contain", () => {
    expect(userName().safeParse("Zub\u200bairu").success).toBe(false);
  });
});
