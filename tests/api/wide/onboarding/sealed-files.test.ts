import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { storeFile } from "@/lib/files/files";
import { admin, call, person, urls, type SignedIn } from "../../../support/api";
import { onDisk, hash } from "../../../support/sealed-files";

/** A photo of more than one chunk of 64 KB: noise is not compressed. */
let photo: Buffer;
let user: SignedIn;

beforeAll(async () => {
  const [width, height] = [300, 300];
  const raw = { width, height, channels: 3 } as const;
  photo = await sharp(randomBytes(width * height * 3), { raw })
    .png()
    .toBuffer();
  user = await person({ role: "startup" });
});

/** Uploads a draft document. Returns its row. */
async function upload(from = user) {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(photo)]), "me.png");
  const path = "/api/verification/draft/files/passportPhoto";
  expect((await call("PUT", path, { form, token: from.token })).status).toBe(200);
  return db.file.findFirstOrThrow({
    where: { ownerId: from.id, safeCopy: null },
    orderBy: { createdAt: "desc" },
  });
}

/** Returns the file as its owner receives it; null if the request fails before or during the transfer. */
async function download(id: string): Promise<Buffer | null> {
  const headers = { authorization: `Bearer ${user.token}` };
  const response = await fetch(`${urls()[0]}/api/files/${id}`, { headers });
  if (!response.ok) return null;
  return response.arrayBuffer().then(
    (bytes) => Buffer.from(bytes),
    () => null,
  );
}

describe("a document of a draft", () => {
  it("is not shown to a thief of the mailbox within 72 hours after a reset (threat 53)", async () => {
    const { id } = await upload();
    const resetAt = (passwordResetAt: Date | null) =>
      db.user.update({ where: { id: user.id }, data: { passwordResetAt } });
    await resetAt(new Date());
    expect(await download(id)).toBeNull();
    await resetAt(null);
    expect(await download(id)).not.toBeNull();
  });
});

it("an upload of an account that was deleted while it arrived asks to log in, and leaves no file", async () => {
  const sha256 = hash(randomBytes(32));
  const file = { content: new Blob([new Uint8Array(photo)]), contentType: "image/png", sha256 };
  await expect(storeFile(randomUUID(), "me.png", file)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect(await db.file.count({ where: { sha256 } })).toBe(0);
});

describe("files at rest (threat 65)", () => {
  it("are sealed on disk, under a key of their own, and served whole to their owner", async () => {
    const file = await upload();
    const stored = readFileSync(onDisk(file.storageKey));
    expect(stored.toString("latin1")).toMatch(/^age-encryption\.org\/v1\n/);
    expect(stored.includes("IHDR")).toBe(false);
    expect(hash(stored)).toBe(file.sealedSha256);
    const content = await download(file.id);
    expect([content?.length, hash(content!)]).toEqual([file.size, file.sha256]);
    expect(await db.file.count({ where: { dataKey: file.dataKey } })).toBe(1);
  });

  it("that were stored before stay readable, and images for all visitors are not sealed", async () => {
    const file = await upload();
    writeFileSync(onDisk(file.storageKey), photo);
    await db.file.update({
      where: { id: file.id },
      data: { dataKey: null, sealedSha256: null, sha256: hash(photo) },
    });
    expect(await download(file.id)).toEqual(photo);

    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(photo)]), "slide.png");
    const { token } = await admin();
    const { body } = await call("POST", "/api/uploads/carousel", { form, token });
    const id = (body.data as { url: string }).url.split("/").pop()!;
    const slide = await db.file.findUniqueOrThrow({ where: { id } });
    expect([slide.dataKey, hash(readFileSync(onDisk(slide.storageKey)))]).toEqual([null, slide.sha256]);
  });
});
