import sharp from "sharp";

/** What a picture looks like, in 256 bits. Has no imports by alias: the decoder process loads this file directly. */
const SIDE = 16;
/** Grey values, of 256. Smaller differences are noise, which compression changes in plain areas (ADR 30). */
const MIN_DIFFERENCE = 4;
/** A picture with fewer steps than this is nearly blank and looks like any other blank one. */
const MIN_STEPS = 16;
/** Unrelated pictures often have columns with fewer steps in common. */
const MIN_COLUMN_STEPS = 3;
/** The share of both pictures' steps in which copies differ at most. A few copies differ in more and are missed (ADR 30). */
const MAX_DIFFERING_SHARE = 0.22;

/**
 * The perceptual hash (dHash) of an image, as 16 groups of 4 hexadecimal digits, one for each column: reduced to 17 x
 * 16 grey values, with one bit for each two neighbours in a row, set if the left one is clearly lighter (a step).
 * Null if the picture is nearly blank.
 */
export async function pictureHash(image: string | Buffer): Promise<string | null> {
  const grey = await sharp(image)
    .greyscale()
    .resize(SIDE + 1, SIDE, { fit: "fill" })
    .raw()
    .toBuffer();
  const bits = Array.from({ length: SIDE * SIDE }, (_, index) => {
    const [column, row] = [Math.floor(index / SIDE), index % SIDE];
    const at = row * (SIDE + 1) + column;
    return grey[at]! - grey[at + 1]! >= MIN_DIFFERENCE ? "1" : "0";
  }).join("");
  if (bits.replaceAll("0", "").length < MIN_STEPS) return null;
  return bits.replace(/[01]{4}/g, (four) => Number.parseInt(four, 2).toString(16));
}

/** The columns of a hash with their positions, `3|0f80`, by which similar hashes are found. Columns with few steps are left out. */
export const bandsOf = (hash: string): string[] =>
  (hash.match(/.{4}/g) ?? []).flatMap((band, position) => {
    const ones = countBits(BigInt(`0x${band}`));
    return ones < MIN_COLUMN_STEPS ? [] : [`${position}|${band}`];
  });

/** Whether two hashes are of one picture, perhaps scaled, recompressed or slightly cropped. */
export function looksAlike(one: string, other: string): boolean {
  const [left, right] = [BigInt(`0x${one}`), BigInt(`0x${other}`)];
  return countBits(left ^ right) <= MAX_DIFFERING_SHARE * (countBits(left) + countBits(right));
}

function countBits(bits: bigint): number {
  let count = 0;
  for (let rest = bits; rest; rest &= rest - 1n) count += 1;
  return count;
}
