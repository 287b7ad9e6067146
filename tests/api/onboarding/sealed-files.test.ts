import { randomBytes } from "node:crypto";
import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { call, person, urls, type SignedIn } from "../../support/api";
import { onDisk, hash } from "../../support/sealed-files";
import { expectErrorLog } from "../../support/error-log";

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

describe("files at rest (threat 65)", () => {
  it("are never served as if whole when they were changed, cut or exchanged", async () => {
    expectErrorLog("request.failed");
    const file = await upload();
    const place = onDisk(file.storageKey);
    const bytes = readFileSync(place);
    for (const at of [30, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      writeFileSync(place, changed);
      expect([at, await download(file.id)]).toEqual([at, null]);
    }
    for (const size of [0, 20, bytes.length - 64 * 1024, bytes.length - 1]) {
      writeFileSync(place, bytes);
      truncateSync(place, size);
      expect(statSync(place).size).toBe(size);
      expect([size, await download(file.id)]).toEqual([size, null]);
    }
    writeFileSync(place, bytes);
    expect(hash((await download(file.id))!)).toBe(file.sha256);
    // The key belongs to the row: neither the stored file nor the key of another one opens.
    const otherUpload = await upload(await person({ role: "startup" }));
    copyFileSync(onDisk(otherUpload.storageKey), place);
    expect(await download(file.id)).toBeNull();
    await db.file.update({ where: { id: file.id }, data: { dataKey: otherUpload.dataKey } });
    expect(await download(file.id)).toBeNull();
  });
});
