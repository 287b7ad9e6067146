import { PDFDocument, StandardFonts, rgb } from "@cantoo/pdf-lib";
import sharp from "sharp";

/**
 * Documents for demo data and tests: real files of each allowed type, marked as samples. Two with the same title that are
 * made within a second are identical unless their references differ.
 */
export async function samplePdf(title: string, reference = ""): Promise<Buffer> {
  const document = await PDFDocument.create();
  if (reference) document.setSubject(reference);
  const page = document.addPage([420, 595]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  page.drawRectangle({
    x: 24,
    y: 24,
    width: 372,
    height: 547,
    borderColor: rgb(0.1, 0.4, 0.3),
    borderWidth: 2,
  });
  page.drawText("SAMPLE", { x: 48, y: 510, size: 36, font, color: rgb(0.1, 0.4, 0.3) });
  page.drawText(title, { x: 48, y: 470, size: 18, font });
  page.drawText("Made for demonstration. Not a document of any person.", { x: 48, y: 440, size: 11, font });
  return Buffer.from(await document.save());
}

/**
 * Draws a placeholder portrait: head and shoulders in front of a backdrop of light and shade. Different seeds make visibly different
 * pictures.
 */
export async function samplePhoto(seed: number, type: "jpeg" | "png" = "jpeg", side = 480): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3);
  const figure = shade(seed, 0.45);
  const [left, up, radius] = [
    0.4 * noise(seed, -2) - 0.2,
    0.2 * noise(seed, -3) - 0.1,
    0.015 + 0.025 * noise(seed, -4),
  ];
  const light = Array.from({ length: GRID * GRID }, (_, index) => noise(seed, index));
  const tones = Array.from({ length: TONES + 1 }, (_, tone) => shade(seed, 0.6 + (0.34 * tone) / TONES));
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const u = x / side - 0.5 + left;
      const v = y / side - 0.5 + up;
      const head = u * u + (v + 0.12) ** 2 < radius;
      const shoulders = (u / 0.36) ** 2 + ((v - 0.5) / 0.38) ** 2 < 1;
      const tone = tones[Math.round(between(light, x / side, y / side) * TONES)]!;
      pixels.set(head || shoulders ? figure : tone, (y * side + x) * 3);
    }
  }
  const picture = sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
  return type === "png" ? picture.png().toBuffer() : picture.jpeg({ quality: 85 }).toBuffer();
}

/** The backdrop's corners per side, and its tones. */
const GRID = 6;
const TONES = 48;

/** Returns a reproducible value from 0 to 1. */
function noise(seed: number, index: number): number {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}

/** Returns the light at a point, interpolated between the four surrounding corners. */
function between(light: readonly number[], x: number, y: number): number {
  const [column, row] = [x * (GRID - 1), y * (GRID - 1)].map(Math.floor) as [number, number];
  const [u, v] = [x * (GRID - 1) - column, y * (GRID - 1) - row];
  const at = (dx: number, dy: number) => light[(row + dy) * GRID + column + dx]!;
  const top = at(0, 0) * (1 - u) + at(1, 0) * u;
  return top * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
}

/** Returns a colour of the hue in degrees. */
function shade(hue: number, light: number): [number, number, number] {
  const channel = (offset: number) => {
    const turn = (((hue + offset) % 360) + 360) % 360;
    return Math.round(255 * (light + 0.12 * Math.cos((turn * Math.PI) / 180)));
  };
  return [Math.min(255, channel(0)), Math.min(255, channel(120)), Math.min(255, channel(240))];
}
