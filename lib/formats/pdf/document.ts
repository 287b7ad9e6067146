import { setImmediate } from "node:timers/promises";
import { PDFDocument, rgb, type PDFFont, type PDFPage } from "@cantoo/pdf-lib";
import { embedFonts } from "./font";

/** A4 documents with a letterhead: headings, paragraphs, facts and tables that continue on further pages. Sizes are points. */
const [WIDTH, HEIGHT, MARGIN, FOOTER] = [595.28, 841.89, 56, 64];
const INNER = WIDTH - 2 * MARGIN;

/** The rows written before other work of the process continues: about 20 ms. */
const ROWS_AT_ONCE = 50;

const ink = rgb(0.12, 0.16, 0.14);
const muted = rgb(0.36, 0.4, 0.38);
const line = rgb(0.85, 0.83, 0.79);
const accent = rgb(0.1, 0.36, 0.25);

export interface Letterhead {
  /** The name that investors know. */
  name: string;
  /** Registered name, address and number, contact: one line each. */
  lines: readonly string[];
}

export interface PdfColumn {
  title: string;
  /** The share of the width. */
  share: number;
  /** Whether its values are amounts, which are aligned right. */
  isAmount?: boolean;
}

interface PdfTable {
  columns: readonly PdfColumn[];
  rows: readonly (readonly string[])[];
  /** Rows below a rule, in bold. */
  sums?: readonly (readonly string[])[];
}

interface Style {
  size: number;
  leading: number;
  font: PDFFont;
  color: typeof ink;
}

interface PdfOptions {
  title: string;
  letterhead: Letterhead;
  /** The text at the bottom of each page, such as the reference. */
  footer: string;
  /** The date in the file's properties, so that the same content has the same bytes. */
  date: Date;
}

/** Splits a text into lines that fit a width. A longer word is split between characters. */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let current = "";
    for (const word of paragraph.split(/ +/)) {
      const joined = current ? `${current} ${word}` : word;
      if (widthOf(joined) <= width) {
        current = joined;
        continue;
      }
      if (current) lines.push(current);
      current = "";
      for (const character of word) {
        if (current && widthOf(current + character) > width) {
          lines.push(current);
          current = "";
        }
        current += character;
      }
    }
    lines.push(current);
  }
  return lines;
}

/** Writes a document from top to bottom. */
export class PdfWriter {
  readonly #document: PDFDocument;
  readonly #options: PdfOptions;
  readonly #regular: PDFFont;
  readonly #semibold: PDFFont;
  #page!: PDFPage;
  /** The distance of the next line from the bottom of the page. */
  #y = 0;

  private constructor(
    document: PDFDocument,
    options: PdfOptions,
    fonts: Awaited<ReturnType<typeof embedFonts>>,
  ) {
    this.#document = document;
    this.#options = options;
    this.#regular = fonts.regular;
    this.#semibold = fonts.semibold;
    this.#addPage();
    this.#writeLetterhead();
  }

  /** Begins a document with its letterhead and title. */
  static async create(options: PdfOptions): Promise<PdfWriter> {
    const document = await PDFDocument.create({ updateMetadata: false });
    document.setTitle(options.title, { showInWindowTitleBar: true });
    document.setAuthor(options.letterhead.name);
    document.setLanguage("en-NG");
    document.setCreationDate(options.date);
    document.setModificationDate(options.date);
    return new PdfWriter(document, options, await embedFonts(document));
  }

  #addPage(): void {
    this.#page = this.#document.addPage([WIDTH, HEIGHT]);
    this.#y = HEIGHT - MARGIN;
  }

  /** Begins another page if less than `height` is left. Returns whether it did. */
  #reserve(height: number): boolean {
    if (this.#y - height >= FOOTER) return false;
    this.#addPage();
    return true;
  }

  #style(size: number, { isBold = false, color = ink } = {}): Style {
    return { size, leading: size * 1.5, font: isBold ? this.#semibold : this.#regular, color };
  }

  #wrap(text: string, width: number, { font, size }: Style): string[] {
    return wrapText(text, width, (part) => font.widthOfTextAtSize(part, size));
  }

  #drawText(text: string, x: number, { font, size, color }: Style, y = this.#y): void {
    if (text) this.#page.drawText(text, { x, y: y - size, size, font, color });
  }

  #drawRule(thickness = 0.5, color = line): void {
    const end = { x: WIDTH - MARGIN, y: this.#y };
    this.#page.drawLine({ start: { x: MARGIN, y: this.#y }, end, thickness, color });
  }

  #writeLetterhead(): void {
    const { letterhead, title } = this.#options;
    const [name, small] = [
      this.#style(15, { isBold: true, color: accent }),
      this.#style(8.5, { color: muted }),
    ];
    this.#drawText(letterhead.name, MARGIN, name);
    let y = this.#y;
    for (const text of letterhead.lines.flatMap((each) => this.#wrap(each, INNER * 0.55, small))) {
      this.#drawText(text, WIDTH - MARGIN - small.font.widthOfTextAtSize(text, small.size), small, y);
      y -= 12;
    }
    this.#y = Math.min(y, this.#y - 24) - 8;
    this.#drawRule(1.5, accent);
    this.#y -= 26;
    this.#writeLines(title, this.#style(20, { isBold: true }), INNER);
    this.#y -= 6;
  }

  #writeLines(text: string, style: Style, width: number): void {
    for (const each of this.#wrap(text, width, style)) {
      this.#reserve(style.leading);
      this.#drawText(each, MARGIN, style);
      this.#y -= style.leading;
    }
  }

  /** Writes a heading that stays with at least two lines of what follows. */
  heading(text: string): void {
    this.#y -= 14;
    this.#reserve(64);
    this.#writeLines(text, this.#style(12.5, { isBold: true }), INNER);
    this.#y -= 2;
  }

  paragraph(text: string, { isMuted = false, isBold = false } = {}): void {
    this.#writeLines(text, this.#style(isMuted ? 9 : 10, { isBold, color: isMuted ? muted : ink }), INNER);
    this.#y -= 5;
  }

  /** Writes pairs of label and value. */
  facts(items: readonly { label: string; value: string }[]): void {
    const [label, value] = [this.#style(9.5, { color: muted }), this.#style(10)];
    const x = MARGIN + INNER * 0.3;
    for (const item of items) {
      const lines = this.#wrap(item.value, INNER * 0.7, value);
      this.#reserve(Math.min(lines.length, 3) * value.leading + 4);
      this.#drawText(item.label, MARGIN, label);
      for (const each of lines) {
        this.#reserve(value.leading);
        this.#drawText(each, x, value);
        this.#y -= value.leading;
      }
      this.#y -= 3;
    }
    this.#y -= 3;
  }

  /** Writes a table; its head is repeated on each page. Other work runs in between, because thousands of rows take seconds. */
  async table({ columns, rows, sums = [] }: PdfTable): Promise<void> {
    const [head, cell, bold] = [
      this.#style(8.5, { color: muted }),
      this.#style(9),
      this.#style(9, { isBold: true }),
    ];
    const total = columns.reduce((sum, { share }) => sum + share, 0);
    const widths = columns.map(({ share }) => (share / total) * INNER);
    const lefts = widths.map(
      (_, index) => MARGIN + widths.slice(0, index).reduce((sum, each) => sum + each, 0),
    );
    const writeRow = (values: readonly string[], style: Style): void => {
      const cells = values.map((value, index) => this.#wrap(value, widths[index]! - 8, style));
      const height = Math.max(...cells.map(({ length }) => length)) * 12.5;
      if (this.#reserve(height + 6)) writeHead();
      for (const [index, lines] of cells.entries())
        for (const [number, each] of lines.entries()) {
          const width = style.font.widthOfTextAtSize(each, style.size);
          const isLast = index === cells.length - 1;
          const x = columns[index]!.isAmount
            ? lefts[index]! + widths[index]! - width - (isLast ? 0 : 8)
            : lefts[index]!;
          this.#drawText(each, x, style, this.#y - number * 12.5);
        }
      this.#y -= height + 3;
    };
    const writeHead = (): void => {
      writeRow(
        columns.map(({ title }) => title),
        head,
      );
      this.#drawRule();
      this.#y -= 5;
    };
    this.#y -= 4;
    this.#reserve(60);
    writeHead();
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
      writeRow(row, cell);
    }
    if (sums.length > 0) {
      this.#reserve(24);
      this.#y -= 1;
      this.#drawRule(0.75, muted);
      this.#y -= 5;
      for (const row of sums) writeRow(row, bold);
    }
    this.#y -= 6;
  }

  /** Adds the footers and returns the file. */
  async save(): Promise<Uint8Array<ArrayBuffer>> {
    const style = this.#style(8, { color: muted });
    const pages = this.#document.getPages();
    for (const [index, page] of pages.entries()) {
      this.#page = page;
      const number = `Page ${index + 1} of ${pages.length}`;
      this.#drawText(this.#options.footer, MARGIN, style, 40);
      this.#drawText(number, WIDTH - MARGIN - style.font.widthOfTextAtSize(number, style.size), style, 40);
    }
    return new Uint8Array(await this.#document.save());
  }
}
