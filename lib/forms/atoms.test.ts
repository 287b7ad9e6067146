import { describe, expect, it } from "vitest";
import { parseAmount } from "@/lib/money";
import { kobo } from "@/lib/money-schema";
import { parseRate, parseSignedRate } from "@/lib/rates";
import { codeSchema } from "@/lib/users/schema";
import {
  digits,
  email,
  lines,
  numberText,
  password,
  pastDate,
  phone,
  registrationPhone,
  text,
  userName,
} from "./atoms";

describe("invisible characters", () => {
  it("are removed from texts, before their length is checked", () => {
    expect(text(2, "Too short").parse("\u200b Zub\u200bai\u00adru\ufeff")).toBe("Zubairu");
    expect(lines(2, "Too short").parse("1 Broad\u200d Street\nLagos\u202e")).toBe("1 Broad Street\nLagos");
    expect(text(2, "Too short").safeParse("A\u200b\u200b").error?.issues).toMatchObject([
      { message: "Too short" },
    ]);
  });

  it("are removed from names, numbers and addresses, too", () => {
    expect(userName().parse("Zub\u200bairu  Obi\u00a0")).toBe("Zubairu Obi");
    expect(phone.parse("\u202d8031234567\u202c")).toBe("8031234567");
    expect(digits(11, "").parse("\u200e12345678901 ")).toBe("12345678901");
    expect(email().parse("ada@test.example\u200b")).toBe("ada@test.example");
  });

  it("and full-width digits are accepted in numbers of every kind", () => {
    const wide = (typed: string) =>
      `\u2066${typed.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))}\u2069`;
    expect(phone.parse(wide("8031234567"))).toBe("8031234567");
    expect(registrationPhone.parse(wide("\uff0b234 803-123-4567"))).toBe("2348031234567");
    expect(digits(11, "").parse(wide("12345678901"))).toBe("12345678901");
    expect(numberText(3, "", 50).parse(wide("\uff32\uff23 1234"))).toBe("RC 1234");
    expect(codeSchema.parse({ code: wide("004512") })).toEqual({ code: "004512" });
    expect(kobo.parse(wide("25000050"))).toBe("25000050");
    expect(parseAmount(wide("\u20a6250\uff0c000\uff0e50"))).toEqual({ kobo: 25_000_050n });
    expect([parseRate(wide("12\uff0e5\uff05")), parseSignedRate(wide("-3"))]).toEqual([1_250, -300]);
  });

  it("and an international domain are brought into one form in an address", () => {
    expect(email().parse(" Ada@M\u00fcnchen.example")).toBe("ada@xn--mnchen-3ya.example");
    for (const wrong of [
      "ada@m\u00fcnchen",
      "\u00e4da@m\u00fcnchen.example",
      "ada@m\u00fcn chen.example",
      "ada@m\u00fcnchen.example:25",
    ])
      expect([wrong, email().safeParse(wrong).success]).toEqual([wrong, false]);
  });
});

describe("lengths", () => {
  it("count characters, not code units", () => {
    // Each letter has two or three code points.
    const name = "o\u0323\u0301".repeat(200);
    expect(text(2, "Too short").parse(name)).toBe(name.normalize("NFC"));
    expect(text(2, "Too short").safeParse(`${name}a`).success).toBe(false);
    expect(text(2, "Too short").safeParse("\u{1F600}").success).toBe(false);
    // Combining marks do not make one character arbitrarily long.
    expect(text(2, "Too short").safeParse(`ab${"\u0301".repeat(800)}`).success).toBe(false);
    expect(password.safeParse("\u{1F600}".repeat(8)).success).toBe(true);
    expect(password.safeParse("\u{1F600}".repeat(7)).success).toBe(false);
  });
});

describe("a date of birth", () => {
  it.each([
    ["1990-05-17", "1990-05-17"],
    ["1990-05-16T23:00:00.000Z", "1990-05-17"],
    ["1990-05-17T00:00:00.000Z", "1990-05-17"],
    ["1990-05-17T00:00:00+01:00", "1990-05-17"],
    ["1990-05-17T00:00", "1990-05-17"],
  ])("%s is %s", (sent, day) => {
    expect(pastDate("Required").parse(sent)).toBe(day);
  });
  it.each(["1990-02-30", "1990-05-17T99:00:00Z", "17/05/1990", "1990-05-17T10:00:00 CET", "1890-01-01"])(
    "%s is refused",
    (sent) => {
      expect(pastDate("Required").safeParse(sent).success).toBe(false);
    },
  );
});
