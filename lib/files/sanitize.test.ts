import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import sharp from "sharp";
import { reencodeImage } from "@/lib/files/image";
import { sanitizeUpload } from "@/lib/files/sanitize";
import { documentRule, imageRule, MAX_FILE_BYTES } from "@/lib/forms/files";
import { samplePdf, samplePhoto } from "@/prisma/seed/files";
import {
  activePdfs,
  bomb,
  hostileDocuments,
  hostilePhotos,
  misnamedFiles,
  ordinaryPdfs,
  polyglotPhoto,
} from "@/tests/support/malicious-files";

const folder = mkdtempSync(path.join(os.tmpdir(), "seedline-inspect-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

function received(name: string, bytes: Buffer) {
  const file = { field: "someField", path: path.join(folder, "received"), originalName: name };
  writeFileSync(file.path, bytes);
  return file;
}
const look = async (name: string, bytes: Buffer, rule = documentRule) => {
  const { content, ...rest } = await sanitizeUpload("owner", received(name, bytes), rule);
  return { ...rest, bytes: Buffer.from(await content.arrayBuffer()) };
};
/** Re-encodes an image as the decoder process does, but in this process, so that its mutants are detected. */
async function reencode(name: string, bytes: Buffer): Promise<string | Buffer> {
  const { path: from } = received(name, bytes);
  const problem = await reencodeImage(from, `${from}.new`, name.endsWith("png") ? "image/png" : "image/jpeg");
  return problem ?? readFileSync(`${from}.new`);
}
/** Matches the error whose message begins with the field's text or the problem. */
const refused = (start: string) => {
  const message = expect.stringMatching(new RegExp(`^${start}(?:\n|$)`)) as string;
  return { code: "UNSUPPORTED_MEDIA_TYPE", message, details: { errors: [{ path: "someField", message }] } };
};
const DOCUMENT = "Allowed types: PDF, JPG, PNG";
const PICTURE = "Allowed types: JPG, PNG";
const TOO_LARGE = "This image is too large. Use one of 40 megapixels or less.";

/** Returns an incompressible image: `width` x `height` of noise. */
const noise = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();

describe("file types", () => {
  it.each(["a.PNG", "a.b.png", "ọ.png"])(
    "%s is accepted by its name, first bytes and content",
    async (name) => {
      const { bytes, contentType, sha256 } = await look(name, await samplePhoto(10, "png"), imageRule);
      expect(contentType).toBe("image/png");
      expect((await sharp(bytes).metadata()).format).toBe("png");
      expect(sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    },
  );

  it.each(["a.jpg", "a.jpeg", "a.JPEG"])("%s is accepted too", async (name) => {
    const photo = await samplePhoto(10);
    const { bytes, contentType } = await look(name, photo, imageRule);
    expect(contentType).toBe("image/jpeg");
    expect(bytes).toEqual(await sharp(photo).jpeg({ quality: 88 }).toBuffer());
  });

  it("a JPEG without its end marker is accepted, a truncated one is not", async () => {
    for (const progressive of [false, true]) {
      const photo = await sharp(await noise(300, 200))
        .jpeg({ progressive })
        .toBuffer();
      expect(photo.subarray(-2).toString("hex")).toBe("ffd9");
      const open = photo.subarray(0, -2);
      const { bytes, original } = await look("a.jpg", open, imageRule);
      expect(bytes).toEqual(await sharp(photo).jpeg({ quality: 88 }).toBuffer());
      // The file as received is unchanged.
      expect(Buffer.from(await original.content.arrayBuffer())).toEqual(open);
      expect(await reencode("a.jpg", open)).toEqual(bytes);
      for (const length of [photo.length - 200, Math.floor(photo.length / 2)])
        await expect(look("a.jpg", photo.subarray(0, length), imageRule)).rejects.toMatchObject(
          refused(PICTURE),
        );
    }
  });

  it("a PDF is rewritten", async () => {
    const pdf = await samplePdf("x");
    const { bytes, contentType, sha256 } = await look("a.pdf", pdf);
    expect([contentType, sha256]).toEqual([
      "application/pdf",
      createHash("sha256").update(bytes).digest("hex"),
    ]);
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("is decided by the bytes, whatever the name", async () => {
    for (const [name, bytes, storedAs, contentType] of await misnamedFiles())
      expect([name, await look(name, bytes)]).toMatchObject([name, { name: storedAs, contentType }]);
  });

  it.each([["a.png.exe"], ["a.svg"], ["a.png.HTML"], ["a.js "], ["a.png.exe."]])(
    "%s is rejected with any content",
    async (name) => {
      await expect(look(name, await samplePhoto(10, "png"))).rejects.toMatchObject(refused(DOCUMENT));
    },
  );
});

describe("disguised files (threat 26-28)", () => {
  it("are rejected with the field's message", async () => {
    for (const [name, bytes] of await hostilePhotos()) {
      const outcome = await look(name, bytes, imageRule).catch((error: unknown) => error);
      const megapixels = name === "photo.png" && [16_000, 7_000].some((side) => bytes.equals(bomb(side)));
      expect([name, bytes.length, outcome]).toMatchObject([
        name,
        bytes.length,
        refused(megapixels ? TOO_LARGE : PICTURE),
      ]);
    }
    for (const [name, bytes] of await hostileDocuments()) {
      const outcome = await look(name, bytes).catch((error: unknown) => error);
      expect([name, outcome]).toMatchObject([name, refused(DOCUMENT)]);
    }
  });

  it("are rejected if they are active, with the reason", async () => {
    for (const bytes of await activePdfs()) {
      await expect(look("a.pdf", bytes)).rejects.toMatchObject({
        code: "UNSUPPORTED_MEDIA_TYPE",
        message: expect.stringMatching(/^This PDF (contains|is password-protected)/) as string,
      });
    }
  });

  it("are distinguished from ordinary files", async () => {
    for (const bytes of await ordinaryPdfs()) await look("a.pdf", bytes);
  });

  it.each([
    ["a.jpg", "a byte order mark", Buffer.from([0xef, 0xbb, 0xbf])],
    ["a.png", "a line", Buffer.from("\n")],
    ["a.pdf", "1,020 bytes", Buffer.alloc(1_020)],
  ])("%s is rejected after %s", async (name, _, before) => {
    const whole = name.endsWith("pdf")
      ? await samplePdf("x")
      : await samplePhoto(10, name.endsWith("png") ? "png" : "jpeg");
    await look(name, whole);
    await expect(look(name, Buffer.concat([before, whole]))).rejects.toMatchObject(refused(DOCUMENT));
  });

  it("an image with damaged last bytes is rejected", async () => {
    const photo = await samplePhoto(10, "png");
    await expect(look("a.png", photo.subarray(0, photo.length - 40))).rejects.toMatchObject(
      refused(DOCUMENT),
    );
  });
});

describe("images (threat 27)", () => {
  it("are unreadable if they are disguised, cut or of the other type", async () => {
    const [photo, picture] = [await samplePhoto(10), await samplePhoto(10, "png")];
    expect(await reencode("a.png", photo)).toBe("unreadable");
    expect(await reencode("a.jpg", picture)).toBe("unreadable");
    expect(await reencode("a.png", picture.subarray(0, picture.length - 40))).toBe("unreadable");
    expect(await reencode("a.jpg", photo.subarray(0, 200))).toBe("unreadable");
    expect(await reencode("a.jpg", Buffer.from("GIF89a"))).toBe("unreadable");
    expect(await reencode("a.jpg", photo)).toEqual(await sharp(photo).jpeg({ quality: 88 }).toBuffer());
  });

  it("lose their metadata and appended bytes, and are stored upright", async () => {
    const bytes = await reencode("me.jpg", await polyglotPhoto());
    const { width, height, exif } = await sharp(bytes).metadata();
    expect([width, height, exif]).toEqual([200, 400, undefined]);
    expect(String(bytes)).not.toMatch(/Canary|PK\x03\x04|script/);
  });

  it("are scaled down up to forty megapixels, and rejected before decoding above that", async () => {
    const flat = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: "green" } })
        .png()
        .toBuffer();
    const bytes = await reencode("a.png", await flat(8_000, 5_000));
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([3_000, 1_875]);
    expect(await reencode("a.png", await flat(8_001, 5_000))).toBe(TOO_LARGE);
    // Above the decoder's own limit.
    expect(await reencode("a.png", bomb(20_000))).toBe(TOO_LARGE);
  });

  it("remain unchanged if they are small", async () => {
    const bytes = await reencode("a.png", await noise(30, 20));
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([30, 20]);
  });

  it("are scaled down until they have at most 5 MB", async () => {
    const bytes = await reencode("a.png", await noise(1_500, 1_300));
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([1_029, 892]);
    expect(bytes.length).toBeLessThanOrEqual(MAX_FILE_BYTES);
  });
});

describe("decoders (threat 27)", () => {
  it("are limited to JPEG and PNG before the first image, and not changed while images are decoded", async () => {
    const webp = { operation: ["VipsForeignLoadWebpBuffer"] };
    const photo = await samplePhoto(10);
    const picture = await samplePhoto(10, "png");
    sharp.unblock({ operation: ["VipsForeignLoad"] });
    sharp.cache(true);
    sharp.concurrency(2);
    const other = await sharp(photo).webp().toBuffer();
    await sharp(other).metadata();

    vi.resetModules();
    const fresh = await import("@/lib/files/image");
    const reencodePhoto = (bytes: Buffer, type: string) =>
      fresh.reencodeImage(received("a", bytes).path, path.join(folder, "new"), type);
    expect(await reencodePhoto(picture, "image/png")).toBeNull();
    for (const good of [photo, picture]) await sharp(good).metadata();
    await expect(sharp(other).metadata()).rejects.toThrow();
    expect([sharp.cache().memory.max, sharp.concurrency()]).toEqual([0, 1]);
    expect(await reencodePhoto(photo, "image/jpeg")).toBeNull();

    sharp.unblock(webp);
    expect(await reencodePhoto(photo, "image/jpeg")).toBeNull();
    await sharp(other).metadata();
    sharp.block(webp);
  });
});

describe("a virus scanner", () => {
  it("decides last", async () => {
    const daemon = net.createServer((socket) => {
      socket.once("data", () => socket.end("stream: Eicar-Signature FOUND\0"));
      socket.on("error", () => undefined);
    });
    await new Promise<void>((resolve) => daemon.listen(0, "127.0.0.1", resolve));
    vi.stubEnv("CLAMD_ADDRESS", `127.0.0.1:${(daemon.address() as AddressInfo).port}`);
    vi.resetModules();
    const scanned = await import("@/lib/files/sanitize");
    const file = received("a.png", await samplePhoto(10, "png"));
    await expect(scanned.sanitizeUpload("owner", file, imageRule)).rejects.toMatchObject(
      refused("Our virus scan blocked this file. Upload a different one."),
    );
    daemon.close();
  });
});
