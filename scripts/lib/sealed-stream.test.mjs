import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { seal, unseal } from "./sealed-stream.mjs";

const key = randomBytes(32);
const HEAD = 50;
const CHUNK = 65_536;
const SEALED = CHUNK + 16;

async function* inPieces(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const all = async (source) => Buffer.concat(await Array.fromAsync(source));
const sealed = (bytes, size = 10_000) => all(seal(key, inPieces(bytes, size)));
const opened = (bytes, size = 10_000, own = key) => all(unseal(own, inPieces(bytes, size)));

describe("a sealed stream", () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 200_001])(
    "of %i bytes opens again",
    async (length) => {
      const plain = randomBytes(length);
      for (const [write, read] of [
        [10_000, 10_000],
        [CHUNK, SEALED],
        [7 * CHUNK, 33],
      ]) {
        const bytes = await sealed(plain, write);
        expect((await opened(bytes, read)).equals(plain)).toBe(true);
      }
    },
  );

  it("is never sealed alike twice", async () => {
    const plain = Buffer.from("the same");
    expect((await sealed(plain)).equals(await sealed(plain))).toBe(false);
  });

  it("does not open when chunks were cut off, left out, swapped or repeated, nor with another key", async () => {
    const bytes = await sealed(randomBytes(3 * CHUNK));
    const chunk = (n) => bytes.subarray(HEAD + n * SEALED, HEAD + (n + 1) * SEALED);
    const of = (...chunks) => Buffer.concat([bytes.subarray(0, HEAD), ...chunks]);
    await expect(opened(of(chunk(0), chunk(1)))).rejects.toThrow("cut off");
    await expect(opened(of(chunk(0)))).rejects.toThrow("cut off");
    await expect(opened(of(chunk(0), chunk(2)))).rejects.toThrow("damaged");
    await expect(opened(of(chunk(1), chunk(0), chunk(2)))).rejects.toThrow("BACKUP_KEY");
    await expect(opened(of(chunk(0), chunk(1), chunk(1), chunk(2)))).rejects.toThrow("damaged");
    await expect(opened(bytes, 10_000, randomBytes(32))).rejects.toThrow("BACKUP_KEY");
    await expect(opened(bytes.subarray(0, 20))).rejects.toThrow("not a backup");
  });
});
