// A backup's file: frames of a header (JSON) and a body (bytes), compressed, then sealed. The first frame says what is in it, the last
// one that it is whole.
import { createHash, createHmac } from "node:crypto";
import fs from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import zlib from "node:zlib";
import { Stop } from "./common.mjs";
import { seal, unseal } from "./sealed-stream.mjs";

export const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** By this two keys are compared without being told. */
export const fingerprint = (key) =>
  createHmac("sha256", key).update("seedline backup").digest("hex").slice(0, 16);

/** One frame as bytes. */
export function frame(header, body = Buffer.alloc(0)) {
  const head = Buffer.from(JSON.stringify(header));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(head.length, 0);
  lengths.writeUInt32BE(body.length, 4);
  return Buffer.concat([lengths, head, body]);
}

/** Writes frames to a new file that is there only when it is whole, and on the disk. */
export async function writeArchive(file, key, frames) {
  if (fs.existsSync(file)) throw new Stop(`${file} is there already. Backups are never overwritten.`);
  const draft = `${file}.partial`;
  try {
    const sealed = (source) => seal(key, source);
    const target = fs.createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(Readable.from(frames, { objectMode: false }), zlib.createGzip(), sealed, target);
    fs.renameSync(draft, file);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** The frames of a file, {header, body}, each proved before it is handed on. Throws a Stop that says what is wrong with the file. */
export async function* readArchive(file, key) {
  if (!fs.existsSync(file)) throw new Stop(`There is no file ${file}.`);
  const plain = Readable.from(unseal(key, fs.createReadStream(file)), { objectMode: false });
  const bytes = plain.pipe(zlib.createGunzip());
  plain.once("error", (error) => bytes.destroy(error));
  let rest = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = rest.length ? Buffer.concat([rest, chunk]) : chunk;
    while (rest.length >= 8) {
      const [head, body] = [rest.readUInt32BE(0), rest.readUInt32BE(4)];
      if (rest.length < 8 + head + body) break;
      yield {
        header: JSON.parse(rest.subarray(8, 8 + head).toString()),
        body: rest.subarray(8 + head, 8 + head + body),
      };
      rest = rest.subarray(8 + head + body);
    }
  }
}
