import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { samplePhoto } from "../../prisma/seed/files";
import { MAX_FILE_BYTES } from "../../lib/forms/files";
import { pdfOf, text } from "./malicious-files";

/** Files of up to 5 MB that cost a parser much time or memory (threat 50). */
const fill = (start: string, part: string, end = ""): Buffer =>
  text(
    start + part.repeat(Math.floor((MAX_FILE_BYTES - 1_000 - start.length - end.length) / part.length)) + end,
  );

const page = (...objects: (string | Buffer)[]) =>
  pdfOf([
    text("1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj"),
    text("2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj"),
    text("3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj"),
    ...objects.map((object) => (typeof object === "string" ? text(object) : object)),
  ]);

/** Returns a stream of this type with the given data. */
function packed(type: string, data: Buffer): Buffer {
  return page(
    Buffer.concat([
      text(`4 0 obj<<${type}/N 1/First 10/Filter/FlateDecode/Length ${data.length}>>stream\n`),
      data,
      text("\nendstream endobj"),
    ]),
  );
}

/** Returns a chunk of a PNG file (RFC 2083, 3.2). */
export const pngChunk = (type: string, data: Buffer): Buffer => {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, "latin1");
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
};

/** Creates a small image with additional chunks of text after its header. */
function png(chunks: Buffer[]): Promise<Buffer> {
  return samplePhoto(40, "png").then((photo) =>
    Buffer.concat([photo.subarray(0, 33), ...chunks, photo.subarray(33)]),
  );
}

async function jpegOfManySegments(): Promise<Buffer> {
  const photo = await samplePhoto(40);
  const segment = text("\xff\xfe\x00\x03a");
  const count = Math.floor((MAX_FILE_BYTES - photo.length - 1) / segment.length);
  return Buffer.concat([
    photo.subarray(0, 2),
    Buffer.alloc(count * segment.length, segment),
    photo.subarray(2),
  ]);
}

/** Returns the files by the shape that makes them expensive. */
export async function expensiveFiles(): Promise<[shape: string, name: string, bytes: Buffer][]> {
  const gigabyte = deflateSync(Buffer.alloc(1_000_000_000, " "));
  return [
    ["many /XRef", "a.pdf", fill("%PDF-1.7\n", "/XRef ")],
    ["many /XRef streams", "a.pdf", fill("%PDF-1.7\n", "1 0 obj<</Type/XRef/Filter/FlateDecode>>stream\nx\x9c")],
    ["deep arrays", "a.pdf", fill("%PDF-1.7\n4 0 obj", "[", " endobj")],
    ["deep dictionaries", "a.pdf", fill("%PDF-1.7\n4 0 obj", "<</X", " endobj")],
    ["many objects", "a.pdf", page(fill("", "4 0 obj 1 endobj\n"))],
    ["many obj", "a.pdf", fill("%PDF-1.7\n", "1 0 obj ")],
    ["many streams", "a.pdf", fill("%PDF-1.7\n", "1 0 obj<<>>stream\n")],
    ["junk", "a.pdf", Buffer.concat([text("%PDF-1.7\n"), randomBytes(MAX_FILE_BYTES - 300)])],
    ["text junk", "a.pdf", fill("%PDF-1.7\n", "junk ")],
    ["a flate bomb", "a.pdf", packed("/Type/ObjStm", gigabyte)],
    ["a hidden flate bomb", "a.pdf", packed("/Type/Obj#53tm", gigabyte)],
    ["40 megapixels", "a.png", await sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: "red" } }).png().toBuffer()],
    ["many chunks", "a.png", await png(Array<Buffer>(300_000).fill(pngChunk("tEXt", text("a\0b"))))],
    ["compressed chunks", "a.png", await png(Array<Buffer>(500).fill(pngChunk("zTXt", Buffer.concat([text("a\0\0"), deflateSync(Buffer.alloc(7_000_000))]))))],
    ["many segments", "a.jpg", await jpegOfManySegments()],
  ]; // oxfmt-ignore
}
