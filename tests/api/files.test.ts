import { deflateSync } from "node:zlib";
import { PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { UserDto } from "@/lib/users/dto";
import { samplePdf, samplePhoto } from "../../prisma/seed/files";
import {
  answers,
  call,
  documents,
  freshNumber,
  get,
  personalInvestor,
  post,
  urls,
  type SignedIn,
} from "../support/api";

let who: SignedIn;
let pdf: Buffer;
let jpeg: Buffer;
let png: Buffer;

beforeAll(async () => {
  who = await personalInvestor();
  await post("/api/verification", answers(freshNumber()), who.token);
  [pdf, jpeg, png] = await Promise.all([samplePdf("x"), samplePhoto(10), samplePhoto(10, "png")]);
});

type Part = { bytes: Uint8Array; name: string } | null;
const send = async (changes: Record<string, Part>) =>
  call("POST", "/api/verification/documents", { form: await documents(changes), token: who.token });

const text = (value: string) => Buffer.from(value, "latin1");
const zip = Buffer.concat([text("PK\x03\x04"), Buffer.alloc(40), text("PK\x05\x06"), Buffer.alloc(18)]);

async function pdfWith(change: (document: PDFDocument) => void | Promise<void>): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  await change(document);
  return Buffer.from(await document.save());
}

/** A PNG whose header claims `side` x `side` pixels in a few bytes. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([text(type), data]);
    const out = Buffer.alloc(8 + data.length + 4);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), 8 + data.length);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (side + 1) > 1e8 ? 1e7 : side * (side + 1)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe("files that are not what they say (TRUST 26-28)", () => {
  it("are refused with the field's text, and leave nothing behind", async () => {
    const svg = text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const html = text("<!doctype html><script>alert(1)</script>");
    const gif = text("GIF89a\x01\x00\x01\x00\x00\x00\x00;");
    const avif = Buffer.concat([Buffer.from([0, 0, 0, 0x1c]), text("ftypavif"), Buffer.alloc(40)]);
    const elf = Buffer.concat([text("\x7fELF"), Buffer.alloc(60)]);
    const hostile: [string, Buffer][] = [
      ["photo.png", svg], ["photo.jpg", svg], ["photo.svg", svg], ["photo.png", html], ["photo.html", html], ["photo.jpg", gif],
      ["photo.gif", gif], ["photo.png", avif], ["photo.avif", avif], ["photo.png", zip], ["photo.jpg", zip], ["photo.png", elf],
      ["photo.exe", jpeg], ["photo", jpeg], ["photo.png", jpeg], ["photo.jpg", png], ["photo.jpg", pdf], ["photo.pdf", pdf],
      ["photo.jpg.html", jpeg], ["photo.png", png.subarray(0, 60)], ["photo.jpg", jpeg.subarray(0, 200)],
      ["photo.jpg", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), html])], ["photo.png", Buffer.concat([png.subarray(0, 8), svg])],
      ["photo.webp", await sharp(jpeg).webp().toBuffer()], ["photo.tiff", await sharp(jpeg).tiff().toBuffer()],
      ["photo.png", bomb(16_000)], ["photo.png", bomb(7_000)],
    ]; // prettier-ignore
    for (const [name, bytes] of hostile) {
      const answer = await send({ passportPhoto: { bytes, name } });
      expect([name, bytes.length, answer.status]).toEqual([name, bytes.length, 415]);
      expect(answer.body.errors![0]!.path).toBe("passportPhoto");
    }
    const documentsRefused: [string, Buffer][] = [
      ["bill.pdf", html], ["bill.pdf", Buffer.concat([html, pdf])], ["bill.pdf", Buffer.concat([text("\n".repeat(900)), pdf])],
      ["bill.pdf", pdf.subarray(0, 400)],
      ["bill.pdf", text("%PDF-1.7\n%%EOF")], ["bill.doc", pdf], ["bill.png", pdf], ["bill.pdf", jpeg],
    ]; // prettier-ignore
    for (const [name, bytes] of documentsRefused) {
      const answer = await send({ utilityBill: { bytes, name } });
      expect([name, answer.status, answer.body.message]).toEqual([name, 415, "Allowed types: PDF, JPG, PNG"]);
    }
    expect(await db.file.count({ where: { ownerId: who.id } })).toBe(0);
    const status = await get("/api/verification/status", who.token);
    expect(status.body.data).toMatchObject({ submittedAt: null });
  });

  it("active and encrypted PDFs are refused (TRUST 28)", async () => {
    const action = (type: string, more: Record<string, unknown>) => (document: PDFDocument) => {
      document.catalog.set(
        PDFName.of("OpenAction"),
        document.context.obj({ Type: "Action", S: type, ...more } as never),
      );
    };
    const samples = [
      await pdfWith((document) => document.addJavaScript("main", "app.alert(1)")),
      await pdfWith(action("JavaScript", { JS: PDFString.of("app.alert(1)") })),
      await pdfWith(action("Launch", { F: PDFString.of("cmd.exe") })),
      await pdfWith(action("URI", { URI: PDFString.of("http://evil.example") })),
      await pdfWith(async (document) =>
        document.attach(Buffer.from("MZ"), "a.exe", { mimeType: "application/x-msdownload" }),
      ),
      await pdfWith((document) => {
        document
          .getPage(0)
          .node.set(
            PDFName.of("AA"),
            document.context.obj({ O: { S: "JavaScript", JS: PDFString.of("1") } } as never),
          );
      }),
      await pdfWith((document) => document.encrypt({ userPassword: "secret", ownerPassword: "owner" })),
    ];
    for (const [i, bytes] of samples.entries()) {
      const answer = await send({ identificationDocument: { bytes, name: "id.pdf" } });
      expect([i, answer.status]).toEqual([i, 415]);
      expect(answer.body.message).toMatch(/This PDF (contains|is protected)/);
    }
  });

  it("active content that a viewer would find and a parser not is gone from what is kept (TRUST 26, 28)", async () => {
    const script = text("<</S/JavaScript/JS(app.alert(1))>>");
    // Object 5 twice, the table pointing at the first; and one hidden in another object's stream.
    const build = (objects: Buffer[]) => {
      let body = text("%PDF-1.7\n");
      const offsets: number[] = [];
      for (const object of objects) {
        offsets.push(body.length);
        body = Buffer.concat([body, object, text("\n")]);
      }
      const start = body.length;
      const table = offsets
        .slice(0, 5)
        .map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`)
        .join("");
      return Buffer.concat([
        body,
        text(
          `xref\n0 6\n0000000000 65535 f \n${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`,
        ),
      ]);
    };
    const common = [
      text("1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction 5 0 R>>endobj"),
      text("2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj"),
      text("3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj"),
      text("4 0 obj<</Length 0>>stream\n\nendstream endobj"),
    ];
    const twice = build([
      ...common,
      Buffer.concat([text("5 0 obj"), script, text("endobj")]),
      text("5 0 obj[3 0 R/Fit]endobj"),
    ]);
    const trailing = Buffer.concat([pdf, zip, text("<script>alert(1)</script>")]);
    for (const [name, bytes] of [
      ["twice", twice],
      ["trailing", trailing],
    ] as const) {
      const applicant = await personalInvestor();
      await post("/api/verification", answers(freshNumber()), applicant.token);
      const answer = await call("POST", "/api/verification/documents", {
        form: await documents({ utilityBill: { bytes, name: "bill.pdf" } }),
        token: applicant.token,
      });
      if (answer.status !== 200) {
        expect([name, answer.status]).toEqual([name, 415]);
        continue;
      }
      const me = (await get("/api/auth/me", applicant.token)).body.data as UserDto;
      const kept = Buffer.from(
        await (
          await fetch(urls()[0] + me.verification.documents!.utilityBill!, {
            headers: { cookie: applicant.cookies },
          })
        ).arrayBuffer(),
      );
      expect([name, /JavaScript|app\.alert|<script|PK\x03\x04/.test(kept.toString("latin1"))]).toEqual([
        name,
        false,
      ]);
      expect((await PDFDocument.load(kept)).getPageCount()).toBe(1);
    }
  });

  it("ordinary PDFs are taken: another opening page, a font called AA, a byte order mark, a line after the end", async () => {
    const ordinary = [
      await pdfWith((document) =>
        document.catalog.set(
          PDFName.of("OpenAction"),
          document.context.obj({ S: "GoTo", D: [document.getPage(0).ref, "Fit"] } as never),
        ),
      ),
      await pdfWith((document) =>
        document.catalog.set(
          PDFName.of("OpenAction"),
          document.context.obj([document.getPage(0).ref, "Fit"] as never),
        ),
      ),
      await pdfWith(async (document) => {
        const font = await document.embedFont("Helvetica");
        document.getPage(0).node.setFontDictionary(PDFName.of("AA"), font.ref);
      }),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf]),
      Buffer.concat([pdf, text("\n% printed by a program\n")]),
    ];
    for (const [i, bytes] of ordinary.entries()) {
      const applicant = await personalInvestor();
      await post("/api/verification", answers(freshNumber()), applicant.token);
      const form = await documents({ identificationDocument: { bytes, name: `Ọlá ${i}.pdf` } });
      expect([
        i,
        (await call("POST", "/api/verification/documents", { form, token: applicant.token })).status,
      ]).toEqual([i, 200]);
      const file = await db.file.findFirstOrThrow({
        where: { ownerId: applicant.id, originalName: { endsWith: `${i}.pdf` } },
      });
      expect(file.originalName).toBe(`Ọlá ${i}.pdf`);
    }
  });

  it("sizes and missing files have the spec's texts", async () => {
    const big = Buffer.concat([pdf.subarray(0, -8), Buffer.alloc(5 * 1024 * 1024), pdf.subarray(-8)]);
    const large = await send({ utilityBill: { bytes: big, name: "bill.pdf" } });
    expect([large.status, large.body.message]).toEqual([413, "Max file size is 5MB"]);
    for (const field of ["identificationDocument", "passportPhoto", "utilityBill"]) {
      const missing = await send({ [field]: null });
      expect([missing.status, missing.body.message, missing.body.errors![0]!.path]).toEqual([
        422,
        "File is required",
        field,
      ]);
      const empty = await send({ [field]: { bytes: Buffer.alloc(0), name: "a.pdf" } });
      expect([empty.status, empty.body.message]).toEqual([422, "File is required"]);
    }
    const wrong = await fetch(`${urls()[0]}/api/verification/documents`, {
      method: "POST",
      headers: { authorization: `Bearer ${who.token}`, "content-type": "application/json" },
      body: "{}",
    });
    expect(wrong.status).toBe(415);
    const cut = await fetch(`${urls()[0]}/api/verification/documents`, {
      method: "POST",
      headers: { authorization: `Bearer ${who.token}`, "content-type": "multipart/form-data; boundary=b" },
      body: '--b\r\ncontent-disposition: form-data; name="utilityBill"; filename="a.pdf"\r\n\r\n%PDF-',
    });
    expect(cut.status).toBe(400);
    expect(await db.file.count({ where: { ownerId: who.id } })).toBe(0);
  });

  it("pictures lose their metadata and are turned upright; polyglots lose their other half (TRUST 27)", async () => {
    const tall = await sharp(await samplePhoto(60))
      .resize(400, 200, { fit: "fill" })
      .withExif({
        IFD0: { Make: "CanaryCamera", ImageDescription: "CanaryText" },
        IFD3: { GPSLatitude: "6/1 27/1 0/1", GPSLatitudeRef: "N" },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([tall, text("<script>alert('Canary')</script>"), zip]);
    const answer = await send({ passportPhoto: { bytes: polyglot, name: "me.jpg" } });
    expect(answer.status).toBe(200);
    const me = (await get("/api/auth/me", who.token)).body.data as UserDto;
    const stored = Buffer.from(
      await (
        await fetch(urls()[0] + me.verification.documents!.passportPhoto!, {
          headers: { cookie: who.cookies },
        })
      ).arrayBuffer(),
    );
    const meta = await sharp(stored).metadata();
    expect([meta.format, meta.width, meta.height, meta.exif]).toEqual(["jpeg", 200, 400, undefined]);
    expect(stored.toString("latin1")).not.toMatch(/Canary|PK\x03\x04|script/);
  });
});
