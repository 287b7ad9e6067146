import { describe, expect, it } from "vitest";
import { fileHints } from "@/lib/forms/file-kinds";
import { documentRule, imageRule } from "@/lib/forms/files";
import { documentProblem, fromRejectedSubmission, identifyFile, isStored, TOO_LARGE_HINT } from "./documents";
import { downscaleImage, fitInto, type Picture } from "./fit-image";

const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type });

describe("the value of a file field", () => {
  it("is validated by the rule of its field", () => {
    const rows: [ReturnType<typeof file> | null, boolean, string | null][] = [
      [null, true, "File is required"],
      [null, false, null],
      [file("a.pdf", "application/pdf"), true, null],
      [file("a.pdf", "application/pdf", 0), true, `File is required\n${fileHints.empty}`],
      [file("a.pdf", "application/pdf", 5 * 1024 * 1024 + 1), true, "Max file size is 5MB"],
      [file("a.jpg", "image/jpeg", 5 * 1024 * 1024 + 1), true, `Max file size is 5MB\n${TOO_LARGE_HINT}`],
    ];
    for (const [value, required, message] of rows) {
      expect(documentProblem(value, documentRule, required)).toBe(message);
    }
  });

  it("is identified by its first bytes, not its name or MIME type", async () => {
    const [pdf, jpeg, png] = ["%PDF-1.7\n", "\xff\xd8\xff\xe0", "\x89PNG\r\n\x1a\n"];
    const rows: [name: string, type: string, head: string, as: string][] = [
      ["a.pdf", "application/pdf", pdf, "a.pdf application/pdf"],
      ["a.pdf", "application/x-pdf", `\xef\xbb\xbf${pdf}`, "a.pdf application/pdf"],
      ["a.pdf", "application/octet-stream", `\n${pdf}`, "a.pdf application/pdf"],
      ["scan", "", pdf, "scan.pdf application/pdf"],
      ["a.JPEG", "image/jpeg", jpeg, "a.JPEG image/jpeg"],
      ["a.jfif", "image/pjpeg", jpeg, "a.jpg image/jpeg"],
      ["IMG_1.HEIC", "image/jpg", jpeg, "IMG_1.jpg image/jpeg"],
      ["a.jpg", "application/octet-stream", png, "a.png image/png"],
      ["Statement v1.2", "", png, "Statement v1.2.png image/png"],
    ];
    for (const [name, type, head, as] of rows) {
      const chosen = new File([Uint8Array.from(head, (char) => char.charCodeAt(0))], name, { type });
      const { file: value } = await identifyFile(chosen);
      expect([name, `${value.name} ${value.type}`, documentProblem(value, documentRule)]).toEqual([
        name,
        as,
        null,
      ]);
    }
  });

  it("is refused with its kind and what to do", async () => {
    const rows: [name: string, head: string, hint: string][] = [
      ["a.pdf", "Dear Sir", "This file is a text file."],
      ["a.png", '<?xml version="1.0"?>\n<svg xmlns="x">', "This file is an SVG image."],
      ["a.pdf", "<!DOCTYPE html><p>%PDF-", "This file is a web page. Save or print"],
      ["a.pdf", "PK\x03\x04", "This file is a ZIP archive or an Office document. Save or print"],
      ["a.docx", "PK\x03\x04..word/document.xml", "This file is a Word document. Save or print"],
      ["a.jpg", "RIFF1234WEBPVP8 ", "This file is a WebP image. Save it as a JPG"],
      ["a.jpg", "\0\0\0\x18ftypheic", fileHints.heic],
      ["IMG_1.HEIC", "\0\0\0\x18ftypmif1", fileHints.heic],
      ["a.jpg", "\0\0\0\x18ftypisom", "This file is a video. Take a photo"],
      ["a.jpg", "\x7fELF\0\x01", fileHints.unknown],
      ["a.exe", "%PDF-1.7", fileHints.activeName],
      ["a.jpg.html", "\xff\xd8\xff", fileHints.activeName],
    ];
    for (const [name, head, hint] of rows) {
      const { file } = await identifyFile(
        new File([Uint8Array.from(head, (char) => char.charCodeAt(0))], name),
      );
      const problem = documentProblem(file, documentRule) ?? "";
      expect([name, problem.startsWith(`Allowed types: PDF, JPG, PNG\n${hint}`), problem]).toEqual([name, true, problem]); // oxfmt-ignore
    }
    const { file: pdf } = await identifyFile(new File(["%PDF-1.7"], "me.jpg", { type: "image/jpeg" }));
    expect(documentProblem(pdf, imageRule)).toBe("Allowed types: JPG, PNG\nThis file is a PDF.");
  });

  it("can be a document on the server", () => {
    const former = fromRejectedSubmission("/api/files/0198-a");
    expect(former).toMatchObject({ id: "0198-a", name: "Document from your last submission", former: true });
    expect(isStored(former)).toBe(true);
    expect(isStored(file("a.pdf", "application/pdf"))).toBe(false);
    expect(documentProblem(former, imageRule)).toBeNull();
    expect(fromRejectedSubmission(null)).toBeNull();
  });
});

describe("scaling an image down", () => {
  const MB = 1024 * 1024;
  /** Returns a decoded image whose JPEG has `bytes` bytes. */
  const picture = (width: number, height: number, bytes: (side: number, quality: number) => number) => {
    const drawn: [number, number][] = [];
    const closed: true[] = [];
    const decoded: Picture = {
      width,
      height,
      draw: (side) => (quality) => {
        drawn.push([side, quality]);
        return Promise.resolve(new Blob([new Uint8Array(bytes(side, quality))]));
      },
      close: () => closed.push(true),
    };
    return { decode: () => Promise.resolve(decoded), drawn, closed };
  };
  const unreadable = () => Promise.resolve(null);

  it("decodes HEIC images of any name", async () => {
    for (const name of ["IMG_1.HEIC", "IMG_1.jpg"]) {
      const heic = file(name, "image/heic");
      const { decode, closed } = picture(4032, 3024, () => MB);
      expect(await downscaleImage(heic, "heic", decode)).toMatchObject({
        name: "IMG_1.jpg",
        type: "image/jpeg",
        size: MB,
      });
      expect(closed).toEqual([true]);
      expect(await downscaleImage(heic, "heic", unreadable)).toBe(heic);
    }
  });

  it("reduces quality and then size until the file is small enough", async () => {
    const large = file("IMG_2.jpg", "image/jpeg", 12 * MB);
    const { decode, drawn } = picture(8064, 6048, (side) => (side > 1500 ? 6 : 4) * MB);
    expect(await downscaleImage(large, "jpeg", decode)).toMatchObject({ name: "IMG_2.jpg", size: 4 * MB });
    expect(drawn).toEqual([
      [3000, 0.9],
      [3000, 0.8],
      [3000, 0.7],
      [3000, 0.55],
      [1500, 0.9],
    ]);
    const never = picture(8064, 6048, () => 6 * MB);
    expect(await downscaleImage(large, "jpeg", never.decode)).toBe(large);
    expect(never.closed).toEqual([true]);
    expect(await downscaleImage(large, "jpeg", unreadable)).toBe(large);
  });

  it("returns small images and other files unchanged", async () => {
    const fits = picture(1200, 900, () => MB);
    const photo = file("a.png", "image/png");
    expect(await downscaleImage(photo, "png", fits.decode)).toBe(photo);
    const others = [file("a.pdf", "application/pdf", 6 * MB), file("a.jpg", "image/jpeg", 6 * MB)] as const;
    expect(await downscaleImage(others[0], "pdf", fits.decode)).toBe(others[0]);
    expect(await downscaleImage(others[1], "text", fits.decode)).toBe(others[1]);
    expect(fits.drawn).toEqual([]);
  });

  it("preserves proportions", () => {
    expect(fitInto(6000, 3000, 3000)).toEqual({ width: 3000, height: 1500 });
    expect(fitInto(800, 600, 3000)).toEqual({ width: 800, height: 600 });
    expect(fitInto(90_000, 2, 3000)).toEqual({ width: 3000, height: 1 });
  });
});
