import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { fileHints } from "@/lib/forms/file-kinds";
import type { UserDto } from "@/lib/users/dto";
import { samplePdf } from "../../../prisma/seed/files";
import { call, documents, get, urls, type SignedIn } from "../../support/api";
import {
  activePdfs,
  hostileDocuments,
  hostilePhotos,
  polyglotPhoto,
  twiceDefined,
  withSomethingBehind,
} from "../../support/malicious-files";
import { applicantWithAnswers } from "../../support/files";

let user: SignedIn;
let pdf: Buffer;

beforeAll(async () => {
  user = await applicantWithAnswers();
  pdf = await samplePdf("x");
});

type Part = { bytes: Uint8Array; name: string } | null;

const send = async (changes: Record<string, Part>, from = user) =>
  call("POST", "/api/verification/documents", { form: await documents(changes), token: from.token });

describe("disguised files (threat 26-28)", () => {
  it("are rejected with the field's message, forty kinds, and leave no file", async () => {
    const [photos, papers] = [await hostilePhotos(), await hostileDocuments()];
    expect(photos.length + papers.length).toBeGreaterThanOrEqual(40);
    const another = await applicantWithAnswers();
    for (const [name, bytes] of photos) {
      const answer = await send({ passportPhoto: { bytes, name } }, another);
      expect([name, bytes.length, answer.status]).toEqual([name, bytes.length, 415]);
      expect(answer.body.errors![0]!.path).toBe("passportPhoto");
    }
    for (const [name, bytes] of papers) {
      const answer = await send({ utilityBill: { bytes, name } });
      const [text, reason] = answer.body.message!.split("\n");
      expect([name, answer.status, text, !!reason]).toEqual([
        name,
        415,
        "Allowed types: PDF, JPG, PNG",
        true,
      ]);
    }
    expect(await db.file.count({ where: { ownerId: { in: [user.id, another.id] } } })).toBe(0);
    const status = await get("/api/verification/status", user.token);
    expect(status.body.data).toMatchObject({ submittedAt: null });
  });

  it("active and encrypted PDFs are rejected (threat 28)", async () => {
    for (const [i, bytes] of (await activePdfs()).entries()) {
      const answer = await send({ identificationDocument: { bytes, name: "id.pdf" } });
      expect([i, answer.status]).toEqual([i, 415]);
      expect(answer.body.message).toMatch(/This PDF (contains|is password-protected)/);
    }
  });

  it("active content that a viewer would find and a parser would not is removed from the stored file (threat 26, 28)", async () => {
    for (const [name, bytes] of [
      ["twice", twiceDefined()],
      ["trailing", await withSomethingBehind()],
    ] as const) {
      const applicant = await applicantWithAnswers();
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

  it("sizes and missing files give the exact messages", async () => {
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
      expect([empty.status, empty.body.message]).toEqual([422, `File is required\n${fileHints.empty}`]);
    }
    const wrong = await fetch(`${urls()[0]}/api/verification/documents`, {
      method: "POST",
      headers: { authorization: `Bearer ${user.token}`, "content-type": "application/json" },
      body: "{}",
    });
    expect(wrong.status).toBe(415);
    const cut = await fetch(`${urls()[0]}/api/verification/documents`, {
      method: "POST",
      headers: { authorization: `Bearer ${user.token}`, "content-type": "multipart/form-data; boundary=b" },
      body: '--b\r\ncontent-disposition: form-data; name="utilityBill"; filename="a.pdf"\r\n\r\n%PDF-',
    });
    expect(cut.status).toBe(400);
    expect(await db.file.count({ where: { ownerId: user.id } })).toBe(0);
  });

  it("images are stored upright without metadata, and polyglots without their second half (threat 27)", async () => {
    const answer = await send({ passportPhoto: { bytes: await polyglotPhoto(), name: "me.jpg" } });
    expect(answer.status).toBe(200);
    const me = (await get("/api/auth/me", user.token)).body.data as UserDto;
    const stored = Buffer.from(
      await (
        await fetch(urls()[0] + me.verification.documents!.passportPhoto!, {
          headers: { cookie: user.cookies },
        })
      ).arrayBuffer(),
    );
    const meta = await sharp(stored).metadata();
    expect([meta.format, meta.width, meta.height, meta.exif]).toEqual(["jpeg", 200, 400, undefined]);
    expect(stored.toString("latin1")).not.toMatch(/Canary|PK\x03\x04|script/);
  });

  it("keep a name with quotation marks, which browsers send as escapes", async () => {
    const another = await applicantWithAnswers();
    const name = `Ada's "new" 50% (1).pdf`;
    expect((await send({ utilityBill: { bytes: pdf, name } }, another)).status).toBe(200);
    const me = (await get("/api/auth/me", another.token)).body.data as UserDto;
    const path = urls()[0] + me.verification.documents!.utilityBill!;
    const { headers } = await fetch(path, { headers: { cookie: another.cookies } });
    const [, encoded] = /filename\*=UTF-8''([\w.%-]+)$/.exec(headers.get("content-disposition")!)!;
    expect(decodeURIComponent(encoded!)).toBe(name);
    expect(await db.file.count({ where: { ownerId: another.id, originalName: name } })).toBeGreaterThan(0);
  });
});
