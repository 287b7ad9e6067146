import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { cleanPdf } from "@/lib/files/pdf";
import { MAX_FILE_BYTES } from "@/lib/forms/files";
import {
  activePdfs,
  ordinaryPdfs,
  pdfOf,
  pdfWith,
  text,
  twiceDefined,
  withSomethingBehind,
} from "../support/malicious-files";

const ACTIVE =
  "This PDF contains scripts or attachments, which we don't accept. Print it to a new PDF and try again.";
const ENCRYPTED = "This PDF is password-protected. Save a copy without the password and try again.";

/** The problem of a PDF, or null. */
async function problemOf(pdf: Buffer): Promise<string | null> {
  const result = await cleanPdf(pdf);
  return "problem" in result ? result.problem : null;
}

/** A page with entries in its catalogue and additional objects from number 4. */
const page = (catalogue: string, ...objects: (string | Buffer)[]) =>
  pdfOf([
    text(`1 0 obj<</Type/Catalog/Pages 2 0 R${catalogue}>>endobj`),
    text("2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj"),
    text("3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj"),
    ...objects.map((object) => (typeof object === "string" ? text(object) : object)),
  ]);

describe("an active PDF (threat 28)", () => {
  it("is rejected for every known action", async () => {
    const problems = await Promise.all((await activePdfs()).map(problemOf));
    expect(problems).toEqual([...Array<string>(6).fill(ACTIVE), ENCRYPTED]);
    expect(await Promise.all((await ordinaryPdfs()).map(problemOf))).toEqual(Array(5).fill(null));
  });

  it.each([
    "JS", "JavaScript", "Launch", "SubmitForm", "ImportData", "GoToE", "GoToR", "RichMedia", "Rendition", "Movie", "Sound",
    "EmbeddedFile", "EmbeddedFiles", "Filespec", "XFA",
  ])("%s is rejected as a key, an action or a type, and accepted as plain text", async (name) => {
    const places = [
      page("", `4 0 obj<</${name} 1>>endobj`),
      page("", `4 0 obj<</S/${name}>>endobj`),
      page("", `4 0 obj<</Type/${name}>>endobj`),
      page(`/X<</Y[<</S/${name}>>]>>`),
      page("", `4 0 obj<</Length 0/X<</${name} 1>>>>stream\n\nendstream endobj`),
      page("", `4 0 obj[[<</${name} 1>>]]endobj`),
      page("", `4 0 obj<</S 5 0 R>>endobj`, `5 0 obj/${name} endobj`),
      page("", `4 0 obj<</#${name.charCodeAt(0).toString(16)}${name.slice(1)} 1>>endobj`),
    ];
    expect(await Promise.all(places.map(problemOf))).toEqual(places.map(() => ACTIVE));
    const harmless = [
      page("", `4 0 obj<</X/${name}>>endobj`),
      page("", `4 0 obj(${name})endobj`),
      page("", `4 0 obj<</S(${name})/Type(${name})>>endobj`),
      page("", `4 0 obj<</x${name} 1>>endobj`),
    ];
    expect(await Promise.all(harmless.map(problemOf))).toEqual(harmless.map(() => null));
  }); // prettier-ignore

  it.each([
    ["a URI", "/OpenAction<</S/URI/URI(http://evil.example)>>", ACTIVE],
    ["a URI in another object", "/OpenAction 4 0 R", ACTIVE],
    ["a URI under another name", "/OpenAction<</S 5 0 R/URI(http://evil.example)>>", ACTIVE],
    ["a page followed by another action", "/OpenAction<</S/GoTo/Next<</S/URI>>>>", ACTIVE],
    ["a URI, on another event", "/AA<</O<</S/URI>>>>", ACTIVE],
    ["a URI, on a second event", "/AA<</C<</S/GoTo>>/O 4 0 R>>", ACTIVE],
    ["a URI, on events in another object", "/AA 6 0 R", ACTIVE],
    ["a page", "/OpenAction<</S/GoTo/D[3 0 R/Fit]>>", null],
    ["a page by its number", "/OpenAction[3 0 R/Fit]", null],
    ["a page by its name", "/OpenAction/First", null],
    ["a value that is not an action", "/OpenAction<</D[3 0 R/Fit]>>", null],
    ["null", "/OpenAction 9 0 R", null],
    ["a page, on another event", "/AA<</O<</S/GoTo>>>>", null],
    ["no events", "/AA[<</S/URI>>]", null],
    ["a URI that must be clicked", "/X<</A<</S/URI>>>>", null],
  ])("is rejected or accepted by its open action: %s", async (_, catalogue, problem) => {
    const elsewhere = ["4 0 obj<</S/URI>>endobj", "5 0 obj/URI endobj", "6 0 obj<</O<</S/URI>>>>endobj"];
    expect(await problemOf(page(catalogue, ...elsewhere))).toBe(problem);
  });

  it("is checked up to 50 levels of nesting, and rejected beyond", async () => {
    const arrays = (depth: number) => "[".repeat(depth) + "1" + "]".repeat(depth);
    const dictionaries = (depth: number) => "<</X".repeat(depth) + " 1" + ">>".repeat(depth);
    const streams = (depth: number) => `<</Length 0/X${arrays(depth - 2)}>>stream\n\nendstream`;
    for (const nested of [arrays, dictionaries, streams]) {
      expect(await problemOf(page("", `4 0 obj${nested(50)} endobj`))).toBeNull();
      expect(await problemOf(page("", `4 0 obj${nested(51)} endobj`))).toBe(ACTIVE);
    }
  });

  it("has no unchecked content in its copy", async () => {
    for (const pdf of [twiceDefined(), await withSomethingBehind()]) {
      const result = await cleanPdf(pdf);
      const copy = "bytes" in result ? result.bytes.toString("latin1") : "";
      expect(copy).toMatch(/^%PDF-[^]*%%EOF\s*$/);
      expect(copy).not.toMatch(/JavaScript|app\.alert|<script|PK\x03\x04/);
    }
  });
});

describe("an encrypted PDF", () => {
  it("is rejected with a specific message, also if the keyword is encoded differently", async () => {
    const pdf = await pdfWith((document) => document.encrypt({ userPassword: "a", ownerPassword: "b" }));
    const hidden = Buffer.concat([page(""), text("\ntrailer<</Root 1 0 R/Encr#79pt 3 0 R>>\n%%EOF")]);
    expect([await problemOf(pdf), await problemOf(hidden)]).toEqual([ENCRYPTED, ENCRYPTED]);
    expect(await problemOf(page("/Encrypted true"))).toBeNull();
  });
});

describe("a malformed PDF", () => {
  it.each([
    ["nothing", text("")],
    ["only a header", text("%PDF-1.7\n%%EOF")],
    ["no page", pdfOf([text("1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj"), text("2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj")])],
    ["an invalid object", page("", "4 0 obj<</X ]>>endobj")],
  ])("is unreadable: %s", async (_, bytes) => {
    expect(await problemOf(bytes)).toBe("unreadable");
  }); // prettier-ignore

  it("is unreadable with more than 100,000 objects", async () => {
    const numbers = Array.from({ length: 100_001 - 3 }, (_, i) => `${i + 4} 0 obj 1 endobj`);
    expect(await problemOf(page("", numbers.join("\n")))).toBe("unreadable");
  });
});

describe("the copy of a PDF", () => {
  it("retains the document information, and adds none", async () => {
    const pdf = await pdfWith((document) => document.setProducer("Some scanner"));
    const result = await cleanPdf(pdf);
    const copy = await PDFDocument.load("bytes" in result ? result.bytes : "", { updateMetadata: false });
    expect([copy.getProducer(), copy.getPageCount()]).toEqual(["Some scanner", 1]);
    expect(copy.catalog.has(PDFName.of("AcroForm"))).toBe(false);
  });

  /** A page with `size` incompressible bytes. */
  const heavy = (size: number) =>
    page(
      "",
      Buffer.concat([
        text(`4 0 obj<</Length ${size}>>stream\n`),
        randomBytes(size),
        text("\nendstream endobj"),
      ]),
    );

  it("has at most 5 MB", async () => {
    const first = await cleanPdf(heavy(5_000_000));
    const around = "bytes" in first ? first.bytes.length - 5_000_000 : 0;
    const limit = MAX_FILE_BYTES - around;
    expect(await problemOf(heavy(limit))).toBeNull();
    expect(await problemOf(heavy(limit + 1))).toBe("Max file size is 5MB");
  });

  it("uses object streams if it would be larger otherwise", async () => {
    const pdf = await pdfWith((document) => {
      for (let i = 0; i < 100; i += 1) document.context.register(PDFString.of("x".repeat(60_000)));
    });
    const result = await cleanPdf(pdf);
    expect("bytes" in result && result.bytes.length).toBeLessThan(1_000_000);
  });

  it("uses no object streams otherwise, so that simple programs can read it", async () => {
    const result = await cleanPdf(page("", "4 0 obj 1 endobj"));
    expect("bytes" in result && result.bytes.toString("latin1")).not.toMatch(/\/(ObjStm|XRef)/);
  });
});

describe("object streams", () => {
  interface Packing {
    /** Spaces after the object. */
    spaces?: number;
    filter?: string;
    line?: string;
    pack?: (plain: Buffer) => Buffer;
    /** Between the start of the dictionary and its type. */
    before?: boolean;
  }
  /** A stream with one compressed object, `number` + 10. */
  const packed = (
    number: number,
    { spaces = 0, filter = "/FlateDecode", line = "\n", pack, before }: Packing = {},
  ) => {
    const plain = Buffer.concat([text(`${number + 10} 0 `.padEnd(10)), text("7"), Buffer.alloc(spaces, " ")]);
    const bytes = (pack ?? deflateSync)(plain);
    const filters = filter && `/Filter ${filter}`;
    const [left, right] = before ? [filters, ""] : ["", filters];
    return Buffer.concat([
      text(`${number} 0 obj<<${left}/Type/ObjStm/N 1/First 10/Length ${bytes.length}${right}>>stream${line}`),
      bytes,
      text(`${line}endstream endobj`),
    ]);
  };
  const MEGABYTE = 1024 * 1024;
  const LIMIT = 32 * MEGABYTE;

  it("are read", async () => {
    expect(
      await problemOf(page("", packed(4), packed(5, { line: "\r\n" }), packed(6, { before: true }))),
    ).toBeNull();
    expect(await problemOf(page("", packed(4, { filter: "", pack: (plain) => plain })))).toBeNull();
    expect(await problemOf(Buffer.concat([page(""), text("% /ObjStm/FlateDecode\n")]))).toBeNull();
  });

  it.each([{}, { before: true }, { line: "\r\n" }])("are decompressed up to 32 MB: %o", async (shape) => {
    expect(await problemOf(page("", packed(4, { ...shape, spaces: LIMIT - 11 })))).toBeNull();
    expect(await problemOf(page("", packed(4, { ...shape, spaces: LIMIT - 10 })))).toBe("unreadable");
  });

  it("are decompressed up to 32 MB in total", async () => {
    const half = { spaces: LIMIT / 2 - 11 };
    expect(await problemOf(page("", packed(4, half), packed(5, half)))).toBeNull();
    expect(await problemOf(page("", packed(4, half), packed(5, { spaces: LIMIT / 2 - 10 })))).toBe(
      "unreadable",
    );
  });

  it("support only the usual compression", async () => {
    const hex = (bytes: Buffer) => text(`${bytes.toString("hex")}>`);
    const ways: Packing[] = [
      { filter: "[/ASCIIHexDecode/FlateDecode]", pack: (plain) => hex(deflateSync(plain)) },
      { filter: "/ASCIIHexDecode", pack: hex },
      { filter: "[/FlateDecode/FlateDecode]", pack: (plain) => deflateSync(deflateSync(plain)) },
      { filter: "/RunLengthDecode", pack: (plain) => Buffer.concat([Buffer.from([plain.length - 1]), plain, Buffer.from([128])]) },
    ]; // prettier-ignore
    for (const way of ways)
      expect([way.filter, await problemOf(page("", packed(4, way)))]).toEqual([way.filter, "unreadable"]);
  });

  it("are told apart from other streams, which are not decompressed", async () => {
    const other = (number: number) =>
      `${number} 0 obj<</Length 1/Filter[/ASCIIHexDecode/FlateDecode]>>stream\n>\nendstream endobj`;
    expect(await problemOf(page("", other(4), packed(5), other(6), packed(7), other(8)))).toBeNull();
  });

  it("are not decompressed twice, one within another", async () => {
    /** Stored, not compressed, so that the inner stream is readable in the file. */
    const store = (content: Buffer) => deflateSync(content, { level: 0 });
    const outer = (content: Buffer) =>
      page(
        "",
        Buffer.concat([
          text(`4 0 obj<</Type/ObjStm/N 0/First 0/Filter/FlateDecode>>stream\n`),
          store(content),
          text("\nendstream endobj"),
        ]),
      );
    const inner = store(Buffer.alloc(5_000, "a"));
    const nested = (type: string) => Buffer.concat([text(`${type}stream\n`), inner, text("\nendstream")]);
    expect(await problemOf(outer(nested("/Other/FlateDecode ")))).toBeNull();
    expect(await problemOf(outer(nested("/ObjStm/FlateDecode ")))).toBe("unreadable");
  });
});
