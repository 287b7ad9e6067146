import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { samplePhoto } from "../../prisma/seed/files";
import { bandsOf, looksAlike, pictureHash } from "./picture-hash";

const hashOf = async (image: Buffer) => (await pictureHash(image))!;

/** Copies as people make them. */
const copies: Record<string, (image: Buffer) => Promise<Buffer>> = {
  smaller: (image) => sharp(image).resize(200).jpeg({ quality: 70 }).toBuffer(),
  poorer: (image) => sharp(image).jpeg({ quality: 35 }).toBuffer(),
  "larger, as a PNG": (image) => sharp(image).resize(900).png().toBuffer(),
  grey: (image) => sharp(image).greyscale().jpeg({ quality: 80 }).toBuffer(),
  brighter: (image) => sharp(image).modulate({ brightness: 1.08 }).jpeg({ quality: 85 }).toBuffer(),
  "without its edges": (image) =>
    sharp(image).extract({ left: 5, top: 5, width: 470, height: 470 }).jpeg().toBuffer(),
};

const PICTURES = 100;
const pictures = Promise.all(Array.from({ length: PICTURES }, (_, seed) => samplePhoto(seed + 1)));
const hashes = pictures.then((images) => Promise.all(images.map(hashOf)));

/** Whether the lookup finds one by the other: a column in common, and few differing bits. */
const isFound = (one: string, other: string) =>
  bandsOf(one).some((band) => bandsOf(other).includes(band)) && looksAlike(one, other);

describe("the perceptual hash of a picture (ADR 30)", () => {
  it.each(Object.keys(copies))("finds at least 95 of 100 pictures by a copy that is %s", async (name) => {
    const [images, originals] = [await pictures, await hashes];
    const found = await Promise.all(
      images.map(async (image, index) =>
        isFound(originals[index]!, await hashOf(await copies[name]!(image))),
      ),
    );
    expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(95);
  });

  it("finds no other of 100 pictures", async () => {
    const all = await hashes;
    const pairs = all.flatMap((one, index) => all.slice(index + 1).map((other) => isFound(one, other)));
    expect(pairs).toHaveLength((PICTURES * (PICTURES - 1)) / 2);
    expect(pairs.filter(Boolean)).toEqual([]);
  });

  it("does not exist for a nearly blank page", async () => {
    const blank = sharp({ create: { width: 400, height: 600, channels: 3, background: "#fdfdfb" } });
    expect(await pictureHash(await blank.jpeg().toBuffer())).toBeNull();
  });
});
