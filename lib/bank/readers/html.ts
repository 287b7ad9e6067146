import "server-only";
import { Tokenizer, type TokenHandler } from "parse5";
import { collectRows, type Row } from "./rows";

const MAX_SPAN = 50;
const rowTags = new Set(["tr", "row"]);
const cellTags = new Set(["td", "th", "cell"]);

/** Whether a text is a table that Excel opens: HTML, or the XML of Excel 2003, which banks name .xls. */
export const isTableMarkup = (text: string): boolean =>
  /^\s*<(?:!doctype\s+html|html|head|body|table|style|meta|div|center)\b/i.test(text) ||
  /^\s*<(?:\?xml\b|\?mso)[\s\S]{0,2000}<(?:\w+:)?(?:workbook|html|table)\b/i.test(text.slice(0, 4_000));

/**
 * Reads the rows of all tables of an HTML page, or of the XML of Excel 2003. Scripts, styles and formulas are ignored. Throws `FormatError`
 * for too many rows or columns.
 */
export function readMarkup(text: string): Row[] {
  const { rows, add } = collectRows();
  let number = 0;
  let cells: string[] | null = null;
  let cell: string | null = null;
  let [columnSpan, rowSpan] = [1, 1];
  /** The number of further rows of each column that a cell above spans: from the rows before, and from this row. */
  let [spanned, spanning]: [number[], number[]] = [[], []];
  let ignored: string | null = null;
  const skipSpanned = (row: string[]) => {
    while ((spanned[row.length] ?? 0) > 0) row.push("");
  };
  const endCell = () => {
    if (cell === null || !cells) return;
    for (let column = 0; column < columnSpan; column += 1) {
      spanning[cells.length] = rowSpan - 1;
      cells.push(column === 0 ? cell.replace(/\s+/g, " ").trim() : "");
    }
    cell = null;
  };
  const endRow = () => {
    endCell();
    if (!cells) return;
    skipSpanned(cells);
    add({ number: (number += 1), place: `Row ${number}`, cells });
    spanned = cells.map((_, column) => spanning[column] ?? Math.max((spanned[column] ?? 0) - 1, 0));
    spanning = [];
    cells = null;
  };
  const endTable = () => {
    endRow();
    [spanned, spanning] = [[], []];
  };
  const write = (chars: string) => {
    if (cell !== null && ignored === null) cell += chars;
  };
  const handler: TokenHandler = {
    onStartTag: ({ tagName, attrs, selfClosing }) => {
      const name = tagName.slice(tagName.indexOf(":") + 1);
      const attribute = (key: string) => Number(attrs.find((each) => each.name === key)?.value);
      if (name === "script" || name === "style") ignored = selfClosing ? null : name;
      else if (name === "table") endTable();
      else if (rowTags.has(name)) {
        endRow();
        cells = [];
      } else if (cellTags.has(name) && cells) {
        endCell();
        skipSpanned(cells);
        cell = "";
        columnSpan = Math.min(
          Math.max(attribute("colspan") || attribute("ss:mergeacross") + 1 || 1, 1),
          MAX_SPAN,
        );
        rowSpan = Math.max(attribute("rowspan") || 1, 1);
        // Excel leaves out empty cells and numbers the next one.
        const index = attribute("ss:index");
        while (cells.length < Math.min(index - 1, MAX_SPAN)) cells.push("");
        if (selfClosing) endCell();
      } else if (name === "br" || name === "p" || name === "div") write(" ");
    },
    onEndTag: ({ tagName }) => {
      const name = tagName.slice(tagName.indexOf(":") + 1);
      if (name === ignored) ignored = null;
      else if (rowTags.has(name)) endRow();
      else if (cellTags.has(name)) endCell();
    },
    onCharacter: ({ chars }) => write(chars),
    onWhitespaceCharacter: ({ chars }) => write(chars),
    onNullCharacter: () => undefined,
    onComment: () => undefined,
    onDoctype: () => undefined,
    onEof: endRow,
  };
  new Tokenizer({ sourceCodeLocationInfo: false }, handler).write(text, true);
  return rows;
}
