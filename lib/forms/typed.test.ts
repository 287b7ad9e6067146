import { describe, expect, it } from "vitest";
import { parseSignedRate } from "@/lib/rates";
import { typedAmount, typedRate } from "./typed";

describe("what is typed into fields of money", () => {
  const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
    result.error?.issues[0]?.message;

  it("is an amount in naira, or what is wrong with it", () => {
    expect(typedAmount.parse("₦250,000.50")).toBe("25000050");
    expect(messageOf(typedAmount.safeParse("1e21"))).toBe("Enter the amount in digits, such as 250,000");
  });

  it("is a percentage, or what is wrong with it", () => {
    expect(typedRate().parse("12.5 %")).toBe(1_250);
    expect(messageOf(typedRate().safeParse("-3"))).toBe("Enter a percentage from 0 to 100");
    expect(typedRate("no", parseSignedRate).parse("-3")).toBe(-300);
    expect(messageOf(typedRate("no", parseSignedRate).safeParse("x"))).toBe("no");
  });
});
