import { describe, expect, it } from "vitest";
import { pdfTexts } from "../../../tests/support/pdf-text";
import { PdfWriter, wrapText } from "./document";

const start = (title = "A document") =>
  PdfWriter.create({
    title,
    letterhead: { name: "Firm", lines: ["Firm Limited"] },
    footer: "Footer",
    date: new Date("2026-03-02T08:00:00Z"),
  });

describe("a PDF", () => {
  it("has text that can be copied, in the languages of Nigeria, and no character that it lacks", async () => {
    const pdf = await start();
    const names = [
      "Ọlọ́runtóbi Adéṣínà",
      "Nwáchukwu Ịfẹ́ọma",
      "Ɓala Ƙofar Ɗan-’Yaro",
      "₦8,182.19",
      "Zoë Łukasz",
    ];
    for (const name of names) pdf.paragraph(name);
    pdf.paragraph("日 x\u0332");
    const texts = await pdfTexts(await pdf.save());
    for (const name of names) expect(texts).toContain(name.normalize("NFC"));
    expect(texts).toContain("? x");
  });

  it("has the same bytes for the same content", async () => {
    const render = async () => {
      const pdf = await start();
      pdf.facts([{ label: "Amount", value: "₦1.00" }]);
      return pdf.save();
    };
    expect(await render()).toEqual(await render());
  });

  it("repeats the head of a table on each page, and numbers the pages", async () => {
    const pdf = await start();
    await pdf.table({
      columns: [
        { title: "Day", share: 1 },
        { title: "Naira", share: 1, isAmount: true },
      ],
      rows: Array.from({ length: 100 }, (_, index) => [`Day ${index}`, `${index}.00`]),
      sums: [["Total", "4,950.00"]],
    });
    const texts = await pdfTexts(await pdf.save());
    expect(texts.filter((text) => text === "Naira").length).toBeGreaterThan(1);
    expect(texts.filter((text) => /^Day \d+$/.test(text))).toHaveLength(100);
    expect(texts.at(-1)).toMatch(/^Page (\d+) of \1$/);
  });
});

describe("wrapText", () => {
  const wrap = (text: string) => wrapText(text, 5, ({ length }) => length);
  it.each([
    ["one two", ["one", "two"]],
    ["a b c d", ["a b c", "d"]],
    ["abcdefgh", ["abcde", "fgh"]],
    ["a\n\nb", ["a", "", "b"]],
    ["", [""]],
  ])("%j", (text, lines) => expect(wrap(text)).toEqual(lines));
});
