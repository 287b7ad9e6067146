import { inflateSync } from "node:zlib";
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFPage, type PDFRawStream } from "@cantoo/pdf-lib";

const contentOf = (stream: PDFRawStream): string =>
  (stream.dict.get(PDFName.of("Filter"))
    ? inflateSync(stream.getContents())
    : Buffer.from(stream.getContents())
  ).toString("latin1");

/** Returns the texts of a font's glyphs according to its ToUnicode map, which a reader uses to copy text. */
function glyphTexts(font: PDFDict): Map<string, string> {
  const map = contentOf(font.lookup(PDFName.of("ToUnicode")) as PDFRawStream);
  return new Map(
    [...map.matchAll(/^<([\da-f]{4})> <([\da-f]+)>$/gim)].map(([, glyph, text]) => [
      glyph!.toLowerCase(),
      Buffer.from(text!, "hex").swap16().toString("utf16le"),
    ]),
  );
}

function textOfPage(page: PDFPage): string[] {
  const fonts = page.node.Resources()!.lookup(PDFName.of("Font"), PDFDict);
  const contents = page.node.Contents();
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((ref) => page.doc.context.lookup(ref)) : [contents];
  const operators = streams.map((stream) => contentOf(stream as PDFRawStream)).join("\n");
  let texts = new Map<string, string>();
  const lines: string[] = [];
  for (const [, font, hex] of operators.matchAll(/\/(\S+) [\d.]+ Tf|<([\da-f]*)> Tj/gi))
    if (font) texts = glyphTexts(fonts.lookup(PDFName.of(font), PDFDict));
    else
      lines.push(
        (hex!.match(/.{4}/g) ?? []).map((glyph) => texts.get(glyph.toLowerCase()) ?? "\uFFFD").join(""),
      );
  return lines;
}

/** Returns the drawn texts of a PDF in their order, as somebody would copy them. */
export async function pdfTexts(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes);
  return document.getPages().flatMap(textOfPage);
}
