import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { samplePhoto } from "../../prisma/seed/files";
import { bandsOf, looksAlike, pictureHash } from "./picture-hash";

const hashOf = async (image: Buffer) => (await pictureHash(image))!;

/** Copies as people make them. */
const copies: Record<string, (image: Buffer) => Promise<Buffer>> = {
  "much smaller": (image) => sharp(image).resize(300).jpeg({ quality: 60 }).toBuffer(),
  smaller: (image) => sharp(image).resize(200).jpeg({ quality: 70 }).toBuffer(),
  poorer: (image) => sharp(image).jpeg({ quality: 35 }).toBuffer(),
  "larger, as a PNG": (image) => sharp(image).resize(900).png({ compressionLevel: 1 }).toBuffer(),
  grey: (image) => sharp(image).greyscale().jpeg({ quality: 80 }).toBuffer(),
  brighter: (image) => sharp(image).modulate({ brightness: 1.08 }).jpeg({ quality: 85 }).toBuffer(),
  "without its edges": async (image) => {
    const { width, height } = await sharp(image).metadata();
    return sharp(image)
      .extract({ left: 5, top: 5, width: width - 10, height: height - 10 })
      .jpeg()
      .toBuffer();
  },
};

/** A portrait before a plain backdrop with the noise of a camera, as passport photos have. */
async function portrait(seed: number): Promise<Buffer> {
  let state = seed * 7_919;
  const random = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
  const grey = () => `hsl(0 0% ${15 + 75 * random()}%)`;
  const oval = (x: number, y: number, width: number, height: number) =>
    `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="${grey()}"/>`;
  const [x, y, width, height] = [
    280 + 80 * random(),
    280 + 80 * random(),
    110 + 50 * random(),
    150 + 50 * random(),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="800"><rect width="640" height="800" fill="${grey()}"/>
    ${oval(x, 800, 220 + 100 * random(), 200 + 80 * random())}${oval(x, y - height / 3, width * 1.15, height)}${oval(x, y, width, height)}
    ${oval(x - width * 0.4, y - 20, 20, 10)}${oval(x + width * 0.4, y - 20, 20, 10)}${oval(x, y + height / 2, 25 + 30 * random(), 12)}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const noisy = data.map((value) => Math.min(255, Math.max(0, value + 40 * (random() - 0.5))));
  return sharp(noisy, { raw: info }).jpeg({ quality: 88 }).toBuffer();
}

const PICTURES = 40;
let pictures: Buffer[];
let hashes: string[];
beforeAll(async () => {
  const make = (seed: number) => (seed % 2 ? samplePhoto(seed) : portrait(seed));
  pictures = await Promise.all(Array.from({ length: PICTURES }, (_, index) => make(index + 1)));
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
