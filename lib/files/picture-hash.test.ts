import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { samplePhoto } from "../../prisma/seed/files";
import { bandsOf, looksAlike, pictureHash } from "./picture-hash";

const hashOf = async (image: Buffer) => (await pictureHash(image))!;

/** Copies as people make them. */
const copies: Record<string, (image: Buffer) => Promise<Buffer>> = {
  smaller: (image) => sharp(image).resize(200).jpeg({ quality: 70 }).toBuffer(),
  poorer: (image) => sharp(image).jpeg({ quality: 35 }).toBuffer(),
  "larger, as a PNG": (image) => sharp(image).resize(900).png({ compressionLevel: 1 }).toBuffer(),
  grey: (image) => sharp(image).greyscale().jpeg({ quality: 80 }).toBuffer(),
  brighter: (image) => sharp(image).modulate({ brightness: 1.08 }).jpeg({ quality: 85 }).toBuffer(),
  "without its edges": (image) =>
    sharp(image).extract({ left: 5, top: 5, width: 470, height: 470 }).jpeg().toBuffer(),
};

const PICTURES = 40;
let pictures: Buffer[];
let hashes: string[];
beforeAll(async () => {
  pictures = await Promise.all(Array.from({ length: PICTURES }, (_, seed) => samplePhoto(seed + 1)));
  hashes = await Promise.all(pictures.map(hashOf));
}, 60_000);

/** Whether the lookup finds one by the other: a column in common, and few differing bits. */
const isFound = (one: string, other: string) =>
  bandsOf(one).some((band) => bandsOf(other).includes(band)) && looksAlike(one, other);

describe("the perceptual hash of a picture (ADR 30)", { timeout: 60_000 }, () => {
  it.each(Object.keys(copies))("finds at least 38 of 40 pictures by a copy that is %s", async (name) => {
    const found = await Promise.all(
      pictures.map(async (image, index) => isFound(hashes[index]!, await hashOf(await copies[name]!(image)))),
    );
    expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(38);
  });

  it("finds no other of 40 pictures", () => {
    const pairs = hashes.flatMap((one, index) => hashes.slice(index + 1).map((other) => isFound(one, other)));
    expect(pairs).toHaveLength((PICTURES * (PICTURES - 1)) / 2);
    expect(pairs.filter(Boolean)).toEqual([]);
  });

  it("does not exist for a nearly blank page", async () => {
    const blank = sharp({ create: { width: 400, height: 600, channels: 3, background: "#fdfdfb" } });
    expect(await pictureHash(await blank.jpeg().toBuffer())).toBeNull();
  });
});
