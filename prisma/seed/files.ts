import { PDFDocument, StandardFonts, rgb } from "@cantoo/pdf-lib";
import sharp from "sharp";

/**
 * Documents for demo data and tests: real files of each allowed type, marked as samples. Two with one title that are made within a second are
 * equal unless their references differ.
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

/** A placeholder portrait: head and shoulders in one colour on another. `hue` 0-360. */
export async function samplePhoto(hue: number, type: "jpeg" | "png" = "jpeg", side = 480): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3);
  const background = shade(hue, 0.86);
  const figure = shade(hue, 0.45);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const u = x / side - 0.5;
      const v = y / side - 0.5;
      const head = u * u + (v + 0.12) ** 2 < 0.028;
      const shoulders = (u / 0.36) ** 2 + ((v - 0.5) / 0.38) ** 2 < 1;
      const color = head || shoulders ? figure : background;
      pixels.set(color, (y * side + x) * 3);
    }
  }
  const picture = sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
  return type === "png" ? picture.png().toBuffer() : picture.jpeg({ quality: 85 }).toBuffer();
}

function shade(hue: number, light: number): [number, number, number] {
  const channel = (offset: number) => {
    const turn = (((hue + offset) % 360) + 360) % 360;
    return Math.round(255 * (light + 0.12 * Math.cos((turn * Math.PI) / 180)));
  };
  return [Math.min(255, channel(0)), Math.min(255, channel(120)), Math.min(255, channel(240))];
}
