import { inflateRawSync } from "node:zlib";

/** Returns the files of a ZIP by name, from its central directory; supports the subset written by the application. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new Error("this is no complete ZIP");
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = zip.readUInt16LE(at + 10);
    const packed = zip.readUInt32LE(at + 20);
    const size = zip.readUInt32LE(at + 24);
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const start = zip.readUInt32LE(at + 42);
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const bytes = zip.subarray(data, data + packed);
    const file = method === 0 ? bytes : inflateRawSync(bytes);
    if (file.length !== size) throw new Error("a file of the ZIP is cut off");
    files.set(zip.subarray(at + 46, at + 46 + name).toString(), file);
    at += 46 + name + extra + comment;
  }
  return files;
}
