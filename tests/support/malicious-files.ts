import { deflateSync } from "node:zlib";
import { PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { samplePdf, samplePhoto } from "../../prisma/seed/files";

/** Malicious files, and harmless ones that look suspicious (threat 26-28). */
export const text = (value: string) => Buffer.from(value, "latin1");
export const zip = Buffer.concat([
  text("PK\x03\x04"),
  Buffer.alloc(40),
  text("PK\x05\x06"),
  Buffer.alloc(18),
]);

const html = text("<!doctype html><script>alert(1)</script>");

/** Returns a PDF of one page with a modification. */
export async function pdfWith(change: (document: PDFDocument) => unknown): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  await change(document);
  return Buffer.from(await document.save());
}

/** Returns a small PNG whose header declares `side` x `side` pixels. */
export function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([text(type), data]);
    const out = Buffer.alloc(8 + data.length + 4);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), 8 + data.length);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (side + 1) > 1e8 ? 1e7 : side * (side + 1)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Returns names and contents that are rejected as a photo. */
export async function hostilePhotos(): Promise<[name: string, bytes: Buffer][]> {
  const [pdf, jpeg, png] = await Promise.all([samplePdf("x"), samplePhoto(10), samplePhoto(10, "png")]);
  const svg = text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const gif = text("GIF89a\x01\x00\x01\x00\x00\x00\x00;");
  const avif = Buffer.concat([Buffer.from([0, 0, 0, 0x1c]), text("ftypavif"), Buffer.alloc(40)]);
  const elf = Buffer.concat([text("\x7fELF"), Buffer.alloc(60)]);
  return [
    ["photo.png", svg], ["photo.jpg", svg], ["photo.svg", svg], ["photo.png", html], ["photo.html", html], ["photo.jpg", gif],
    ["photo.gif", gif], ["photo.png", avif], ["photo.avif", avif], ["photo.png", zip], ["photo.jpg", zip], ["photo.png", elf],
    ["photo.exe", jpeg], ["photo.svg", jpeg], ["photo.HTM", png], ["photo.jpg.js ", png], ["photo.jpg", pdf], ["photo.pdf", pdf],
    ["photo.jpg.html", jpeg], ["photo.png", png.subarray(0, 60)], ["photo.jpg", jpeg.subarray(0, 200)],
    ["photo.jpg", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), html])], ["photo.png", Buffer.concat([png.subarray(0, 8), svg])],
    ["photo.webp", await sharp(jpeg).webp().toBuffer()], ["photo.tiff", await sharp(jpeg).tiff().toBuffer()],
    ["photo.jpg", await sharp(jpeg).webp().toBuffer()], ["photo.png", await sharp(jpeg).tiff().toBuffer()],
    ["photo.jpg", await sharp(jpeg).avif().toBuffer()], ["photo.png", await sharp(jpeg).gif().toBuffer()],
    ["photo.jpg", text("RIFF\x24\x00\x00\x00WAVEfmt ")], ["photo.png", bomb(16_000)], ["photo.png", bomb(7_000)],
  ]; // oxfmt-ignore
}

/** Returns names and contents that are rejected as a document, with the text at the field. */
export async function hostileDocuments(): Promise<[name: string, bytes: Buffer][]> {
  const pdf = await samplePdf("x");
  return [
    ["bill.pdf", html], ["bill.pdf", Buffer.concat([html, pdf])], ["bill.pdf", Buffer.concat([text("\n".repeat(1_024)), pdf])],
    ["bill.pdf", Buffer.concat([zip, pdf])], ["bill.pdf", pdf.subarray(0, 400)], ["bill.pdf", text("%PDF-1.7\n%%EOF")],
    ["bill.exe", pdf], ["bill.html", pdf], ["bill.pdf.lnk", pdf],
  ]; // oxfmt-ignore
}

/** Returns file names as given by phones, drives and scanner apps, with the type of the contents. */
export async function misnamedFiles(): Promise<
  [name: string, bytes: Buffer, storedAs: string, type: string][]
> {
  const [pdf, jpeg, png] = await Promise.all([samplePdf("x"), samplePhoto(10), samplePhoto(10, "png")]);
  const late = (before: string) => Buffer.concat([text(before), pdf]);
  return [
    ["scan", pdf, "scan.pdf", "application/pdf"], ["bill.doc", pdf, "bill.pdf", "application/pdf"],
    ["bill.png", pdf, "bill.pdf", "application/pdf"], ["bill.PDF", late("\n"), "bill.PDF", "application/pdf"],
    ["bill.pdf", late("\r\n\r\n"), "bill.pdf", "application/pdf"], ["bill.pdf", late(" ".repeat(1_000)), "bill.pdf", "application/pdf"],
    ["bill.pdf", jpeg, "bill.jpg", "image/jpeg"], ["photo", jpeg, "photo.jpg", "image/jpeg"], ["IMG_1.HEIC", jpeg, "IMG_1.jpg", "image/jpeg"],
    ["photo.xpng", png, "photo.png", "image/png"], ["photo.jpg", png, "photo.png", "image/png"], ["photo.png.", png, "photo.png..png", "image/png"],
  ]; // oxfmt-ignore
}

/** Returns PDFs with active content or encryption. */
export function activePdfs(): Promise<Buffer[]> {
  const action = (type: string, more: Record<string, unknown>) => (document: PDFDocument) => {
    document.catalog.set(
      PDFName.of("OpenAction"),
      document.context.obj({ Type: "Action", S: type, ...more } as never),
    );
  };
  return Promise.all([
    pdfWith((document) => document.addJavaScript("main", "app.alert(1)")),
    pdfWith(action("JavaScript", { JS: PDFString.of("app.alert(1)") })),
    pdfWith(action("Launch", { F: PDFString.of("cmd.exe") })),
    pdfWith(action("URI", { URI: PDFString.of("http://evil.example") })),
    pdfWith(async (document) =>
      document.attach(Buffer.from("MZ"), "a.exe", { mimeType: "application/x-msdownload" }),
    ),
    pdfWith((document) => {
      document
        .getPage(0)
        .node.set(
          PDFName.of("AA"),
          document.context.obj({ O: { S: "JavaScript", JS: PDFString.of("1") } } as never),
        );
    }),
    pdfWith((document) => document.encrypt({ userPassword: "secret", ownerPassword: "owner" })),
  ]);
}

/** Returns a PDF with the given raw objects, and a cross-reference table of the first five. */
export function pdfOf(objects: Buffer[]): Buffer {
  let body = text("%PDF-1.7\n");
  const offsets: number[] = [];
  for (const object of objects) {
    offsets.push(body.length);
    body = Buffer.concat([body, object, text("\n")]);
  }
  const start = body.length;
  const table = offsets
    .slice(0, 5)
    .map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`)
    .join("");
  return Buffer.concat([
    body,
    text(`xref\n0 6\n0000000000 65535 f \n${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`),
  ]);
}

/** Returns a PDF that defines object 5 twice: viewers follow the table to the first, a parser uses the second. */
export function twiceDefined(): Buffer {
  const script = text("<</S/JavaScript/JS(app.alert(1))>>");
  return pdfOf([
    text("1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction 5 0 R>>endobj"),
    text("2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj"),
    text("3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj"),
    text("4 0 obj<</Length 0>>stream\n\nendstream endobj"),
    Buffer.concat([text("5 0 obj"), script, text("endobj")]),
    text("5 0 obj[3 0 R/Fit]endobj"),
  ]);
}

/** Returns a PDF with an archive and a script after its end. */
export const withSomethingBehind = async () =>
  Buffer.concat([await samplePdf("x"), zip, text("<script>alert(1)</script>")]);

/** Returns inactive PDFs that a superficial check would reject. */
export async function ordinaryPdfs(): Promise<Buffer[]> {
  const pdf = await samplePdf("x");
  return Promise.all([
    pdfWith((document) =>
      document.catalog.set(
        PDFName.of("OpenAction"),
        document.context.obj({ S: "GoTo", D: [document.getPage(0).ref, "Fit"] } as never),
      ),
    ),
    pdfWith((document) =>
      document.catalog.set(
        PDFName.of("OpenAction"),
        document.context.obj([document.getPage(0).ref, "Fit"] as never),
      ),
    ),
    pdfWith(async (document) => {
      const font = await document.embedFont("Helvetica");
      document.getPage(0).node.setFontDictionary(PDFName.of("AA"), font.ref);
    }),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf]),
    Buffer.concat([pdf, text("\n% printed by a program\n")]),
  ]);
}

/** Returns a rotated photo with location and name in its metadata, followed by a script and an archive. */
export async function polyglotPhoto(): Promise<Buffer> {
  const tall = await sharp(await samplePhoto(60))
    .resize(400, 200, { fit: "fill" })
    .withExif({
      IFD0: { Make: "CanaryCamera", ImageDescription: "CanaryText" },
      IFD3: { GPSLatitude: "6/1 27/1 0/1", GPSLatitudeRef: "N" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return Buffer.concat([tall, text("<script>alert('Canary')</script>"), zip]);
}
