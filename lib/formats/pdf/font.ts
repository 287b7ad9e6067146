import type { PDFDocument } from "@cantoo/pdf-lib";

/**
 * The fonts of our PDFs (ADR 45): Inter with the naira sign, the letters of Nigerian languages and digits of equal width. `inter.json`
 * contains, for each of two weights, the font file and the glyph and width of each text of one or two characters.
 */
interface FontFile {
  name: string;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  capHeight: number;
  xHeight: number;
  bbox: number[];
  glyphs: Partial<Record<string, number[]>>;
  /** The TrueType file, in base64. */
  data: string;
}

interface Glyph {
  id: number;
  advanceWidth: number;
  codePoints: number[];
}

type Fontkit = Parameters<PDFDocument["registerFontkit"]>[0];

const toGlyph = (text: string, [id, advanceWidth]: number[]): Glyph => ({
  id: id!,
  advanceWidth: advanceWidth!,
  codePoints: [...text].map((character) => character.codePointAt(0)!),
});

/** Returns the text without its characters that the font lacks: without their marks if possible, otherwise as question marks. */
function layOut(text: string, glyphs: FontFile["glyphs"]): Glyph[] {
  const characters = [...text.normalize("NFC").replace(/\s/gu, " ")];
  const laidOut: Glyph[] = [];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index]!;
    const pair = character + (characters[index + 1] ?? "");
    const [base = ""] = character.normalize("NFD");
    const shown =
      pair !== character && glyphs[pair] ? pair : [character, base, "?"].find((each) => glyphs[each])!;
    if (shown === pair) index += 1;
    // A mark that belongs to no known letter is left out.
    else if (shown === "?" && /\p{M}/u.test(character)) continue;
    laidOut.push(toGlyph(shown, glyphs[shown]!));
  }
  return laidOut;
}

/** Returns what pdf-lib needs of a font library to embed a whole font, without shaping or subsetting. */
const fontkitOf = ({ glyphs, bbox, name, ...metrics }: FontFile): Fontkit => {
  const texts = Object.keys(glyphs);
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = bbox;
  return {
    create: () => ({
      ...metrics,
      postscriptName: name,
      italicAngle: 0,
      bbox: { minX, minY, maxX, maxY, width: maxX - minX, height: maxY - minY },
      // Numbers the texts, because some have two characters.
      characterSet: texts.map((_, index) => index),
      glyphForCodePoint: (index) => toGlyph(texts[index]!, glyphs[texts[index]!]!),
      layout: (text) => ({ glyphs: layOut(text, glyphs) }),
      createSubset: () => {
        throw new Error("The font is embedded as a whole");
      },
    }),
  };
};

/** Embeds both weights in a document. The fonts are loaded on first use. */
export async function embedFonts(document: PDFDocument) {
  const { default: fonts } = await import("./inter.json");
  const embed = (font: FontFile) => {
    document.registerFontkit(fontkitOf(font));
    return document.embedFont(Buffer.from(font.data, "base64"), { customName: font.name });
  };
  return { regular: await embed(fonts.regular), semibold: await embed(fonts.semibold) };
}
