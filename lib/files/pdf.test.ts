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
} from "@/tests/support/malicious-files";

const refused = (content: string) =>
  `This PDF contains ${content}, which we don't accept. Print it to a new PDF and try again.`;
const [SCRIPTS, ATTACHMENTS, MEDIA, BY_ITSELF, OUTSIDE] = [
  "scripts",
  "attachments",
  "video, sound or 3D content",
  "an action that starts by itself",
  "content from outside the file",
].map(refused) as [string, string, string, string, string];
const POSTSCRIPT = refused("a PostScript program");
const PROGRAM = refused("a link that starts a program");
const ENCRYPTED = "This PDF is password-protected. Save a copy without the password and try again.";

/** Returns the problem of a PDF, or null. */
async function problemOf(pdf: Buffer): Promise<string | null> {
  const result = await cleanPdf(pdf);
  return "problem" in result ? result.problem : null;
}

/** Returns a page with entries in its catalogue and additional objects from number 4. */
const page = (catalogue: string, ...objects: (string | Buffer)[]) =>
  pdfOf([
    text(`1 0 obj<</Type/Catalog/Pages 2 0 R${catalogue}>>endobj`),
    text("2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj"),
    text("3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj"),
    ...objects.map((object) => (typeof object === "string" ? text(object) : object)),
  ]);

/** Returns a page with a link annotation. */
const link = (action: string, ...objects: string[]) => page(`/Outlines<</First<</A${action}>>>>`, ...objects);
/** Returns the safe copy as text. */
async function copyOf(pdf: Buffer): Promise<string> {
  const result = await cleanPdf(pdf);
  return "bytes" in result ? result.bytes.toString("latin1") : result.problem;
}

describe("an active PDF (threat 28)", () => {
  it("is rejected for every known action", async () => {
    const problems = await Promise.all((await activePdfs()).map(problemOf));
    expect(problems).toEqual([SCRIPTS, SCRIPTS, PROGRAM, BY_ITSELF, ATTACHMENTS, SCRIPTS, ENCRYPTED]);
    expect(await Promise.all((await ordinaryPdfs()).map(problemOf))).toEqual(Array(5).fill(null));
  });

  it.each<[string, Buffer, string]>([
    ["a script", link("<</S/JavaScript/JS(app.alert(1))>>"), SCRIPTS],
    ["a script in other objects", link(" 4 0 R", "4 0 obj<</S 5 0 R>>endobj", "5 0 obj/JavaScript endobj"), SCRIPTS],
    ["a script with an encoded name", link("<</S/#4aavaScript>>"), SCRIPTS],
    ["a script after a page", link("<</S/GoTo/D[3 0 R/Fit]/Next[<</S/JavaScript>>]>>"), SCRIPTS],
    ["a script in a stream", link(" 4 0 R", "4 0 obj<</S/JavaScript/Length 0>>stream\n\nendstream endobj"), SCRIPTS],
    ["a script by its type", page("/StructTreeRoot<</K<</Type/Action/S/JavaScript>>>>"), SCRIPTS],
    ["a script of a field", page("/AcroForm<</Fields[<</T(a)/AA<</K<</S/JavaScript>>>>>>]>>"), SCRIPTS],
    ["a script of the document", page("/Names<</JavaScript<</Kids[4 0 R]>>>>"), SCRIPTS],
    ["a program", link("<</S/Launch/F(cmd.exe)>>"), PROGRAM],
    ["a form that is sent", link("<</S/SubmitForm/F(http://evil.example)>>"), refused("a form that sends its answers")],
    ["a form that loads data", link("<</S/ImportData/F(a.fdf)>>"), refused("a form that loads data")],
    ["a form of another format", page("/AcroForm<</XFA(x)>>"), refused("an interactive form")],
    ["an embedded document", link("<</S/GoToE>>"), ATTACHMENTS],
    ["an attachment", page("/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec>>]>>>>"), ATTACHMENTS],
    ["an attachment of a structure", page("/StructTreeRoot<</AF[<</Type/Filespec>>]>>"), ATTACHMENTS],
    ["an attachment without a type", page("/StructTreeRoot<</X<</EF<</F 4 0 R>>>>>>", "4 0 obj<</Length 0>>stream\n\nendstream endobj"), ATTACHMENTS],
    ...["3D", "RichMedia", "Movie", "Sound", "Screen"].map((type) => [`${type} content`, page(`/StructTreeRoot<</Annots[<</Subtype/${type}>>]>>`), MEDIA] as [string, Buffer, string]),
    ...["Rendition", "Movie", "Sound", "RichMediaExecute"].map((type) => [`a ${type} action`, link(`<</S/${type}>>`), MEDIA] as [string, Buffer, string]),
    ["an attached note", page("/StructTreeRoot<</Annots 4 0 R>>", "4 0 obj[<</Subtype/FileAttachment>>]endobj"), ATTACHMENTS],
    ["a stream outside", page("/Metadata 4 0 R", "4 0 obj<</Length 0/F(\\\\\\\\evil\\\\share)>>stream\n\nendstream endobj"), OUTSIDE],
    ["a PostScript object", page("/Metadata 4 0 R", "4 0 obj<</Subtype/PS/Length 0>>stream\n\nendstream endobj"), POSTSCRIPT],
    ["a PostScript form", page("/Metadata 4 0 R", "4 0 obj<</Subtype/Form/Subtype2/PS/Length 0>>stream\n\nendstream endobj"), POSTSCRIPT],
  ])("is rejected with its reason: %s", async (_, pdf, problem) => {
    expect(await problemOf(pdf)).toBe(problem);
  }); // oxfmt-ignore

  it.each([
    ["a link to a web page", link("<</S/URI/URI(https://example.com/canary)>>"), true],
    ["a link to a page, then to a web page", link("<</S/GoTo/Next<</S/URI/URI(http://canary.example)>>>>"), true],
    ["a jump", link("<</S/GoTo/D(canary)>>"), true],
    ["the next page", link("<</S/Named/N/NextPage/X(canary)>>"), true],
    ["a javascript: link", link("<</S/URI/URI(javascript:canary)>>"), false],
    ["a file: link", link("<</S/URI/URI(file://host/canary)>>"), false],
    ["a UNC link", link("<</S/URI/URI(\\\\\\\\host\\\\canary)>>"), false],
    ["a link without a host", link("<</S/URI/URI(canary.html)>>"), false],
    ["a web page that is no text", link("<</S/URI/URI/https:#2f#2fcanary>>"), false],
    ["another document", link("<</S/GoToR/F(\\\\\\\\host\\\\canary.pdf)>>"), false],
    ["a thread of another document", link("<</S/Thread/F(\\\\\\\\host\\\\canary.pdf)>>"), false],
    ["a command of the viewer", link("<</S/Named/N/canary>>"), false],
    ["an unknown action", link("<</S/Other/X(canary)>>"), false],
    ["threads", page("/Threads[<</X(canary)>>]"), false],
    ["a base of links", page("/URI<</Base(http://canary)>>"), false],
    ["an unknown annotation", page("/StructTreeRoot<</Annots[<</Subtype/Other/X(canary)>>]>>"), false],
    ["a referenced drawing", page("/Metadata 4 0 R", "4 0 obj<</Length 0/Ref<</F(canary)>>>>stream\n\nendstream endobj"), false],
    ["the PostScript of a form", page("/Metadata 4 0 R", "4 0 obj<</Subtype/Form/PS(canary)/Length 0>>stream\n\nendstream endobj"), false],
    ["an object to which nothing leads", page("", "4 0 obj<</S/JavaScript/JS(canary)>>endobj"), false],
    ["a signature, which would be broken", page("/AcroForm<</Fields[<</FT/Sig/T(a)/V<</ByteRange[0 1]/X(canary)>>>>]>>"), false],
  ])("is kept or dropped in the copy: %s", async (_, pdf, isKept) => {
    const copy = await copyOf(pdf);
    expect([copy.startsWith("%PDF-"), copy.includes("canary")]).toEqual([true, isKept]);
  }); // oxfmt-ignore

  it.each([
    "JS", "JavaScript", "Launch", "SubmitForm", "ImportData", "GoToE", "GoToR", "RichMedia", "Rendition", "Movie", "Sound",
    "EmbeddedFile", "EmbeddedFiles", "Filespec", "XFA", "AA", "A", "EF", "AF", "F", "Encrypt",
  ])("%s is harmless as a mere name", async (name) => {
    const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
    const shading = "<</SMask<</S/Luminosity/G 5 0 R>>/D[[3]0]>>";
    const content = `BT (${name} /${name} ) Tj ET`;
    const places = [
      page(`/AcroForm<</DR<</Font<</${name} 4 0 R>>>>>>`, `4 0 obj${font}endobj`),
      page(`/AcroForm<</DR<</Font<</${name} ${font}>>/ExtGState<</${name} ${shading}>>>>>>`),
      page(`/AcroForm<</DR<</XObject<</${name} 4 0 R>>>>>>`, `4 0 obj<</Subtype/Form/Length 0>>stream\n\nendstream endobj`),
      page(`/Names<</Dests<</Names[(${name})[3 0 R/Fit]]>>>>/Dests<</${name}[3 0 R/Fit]>>`),
      page(`/StructTreeRoot<</K<</S/${name}/T(${name})/A<</O/Layout>>>>/RoleMap<</${name}/P>>>>`),
      page("/Metadata 4 0 R", `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`),
      page("/Names<</JavaScript<</Names[]>>/EmbeddedFiles<<>>>>"),
    ];
    expect(await Promise.all(places.map(problemOf))).toEqual(places.map(() => null));
    expect(await copyOf(places[0]!)).toContain(`/${name} `);
  }); // oxfmt-ignore

  it.each([
    ["a URI", "/OpenAction<</S/URI/URI(http://evil.example)>>", BY_ITSELF],
    ["a URI in another object", "/OpenAction 4 0 R", BY_ITSELF],
    ["a URI under another name", "/OpenAction<</S 5 0 R/URI(http://evil.example)>>", BY_ITSELF],
    ["a page followed by another action", "/OpenAction<</S/GoTo/Next<</S/URI>>>>", BY_ITSELF],
    ["a URI, on another event", "/AA<</O<</S/URI>>>>", BY_ITSELF],
    ["a URI, on a second event", "/AA<</C<</S/GoTo>>/O 4 0 R>>", BY_ITSELF],
    ["a URI, on events in another object", "/AA 6 0 R", BY_ITSELF],
    ["a page", "/OpenAction<</S/GoTo/D[3 0 R/Fit]>>", null],
    ["a page by its number", "/OpenAction[3 0 R/Fit]", null],
    ["a page by its name", "/OpenAction/First", null],
    ["printing, which is dropped", "/OpenAction<</S/Named/N/Print>>", null],
    ["a value that is not an action", "/OpenAction<</D[3 0 R/Fit]>>", null],
    ["null", "/OpenAction 9 0 R", null],
    ["a URI in a list of lists", "/OpenAction[[4 0 R]]", BY_ITSELF],
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
      expect(await problemOf(page("/Metadata 4 0 R", `4 0 obj${nested(50)} endobj`))).toBeNull();
      expect(await problemOf(page("/Metadata 4 0 R", `4 0 obj${nested(51)} endobj`))).toBe("unreadable");
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
  it("is not one whose text contains the keyword", async () => {
    const content = "BT (see /Encrypt 1 0 R) Tj ET";
    const pdf = page(
      "/Metadata 4 0 R",
      `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
    );
    expect(await problemOf(pdf)).toBeNull();
  });

  it("is recognised by its trailer if its object streams cannot be read", async () => {
    const packed = "4 0 obj<</Type/ObjStm/Filter/FlateDecode/Length 3>>stream\nabc\nendstream endobj";
    expect(await problemOf(page("", packed, "trailer<</Root 1 0 R/Encrypt 5 0 R>>"))).toBe(ENCRYPTED);
    expect(await problemOf(page("", packed))).toBe("unreadable");
  });

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
  }); // oxfmt-ignore

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

  /** Returns a page with `size` incompressible bytes. */
  const heavy = (size: number) =>
    page(
      "/Metadata 4 0 R",
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
      const texts = Array.from({ length: 100 }, () =>
        document.context.register(PDFString.of("x".repeat(60_000))),
      );
      document.catalog.set(PDFName.of("Metadata"), document.context.obj(texts));
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
  /** Returns a stream with one compressed object, `number` + 10. */
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
    ]; // oxfmt-ignore
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
