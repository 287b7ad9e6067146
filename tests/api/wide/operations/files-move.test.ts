import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import {
  attachFiles,
  deleteMarkedFiles,
  markFileForDeletion,
  storeFile,
  storePublicFile,
} from "@/lib/files/files";
import { AdvisoryLock } from "@/lib/locks";
import { withClient } from "../../../../server/postgres";
import { start, withLib } from "../../../support/command";
import { addServer, buildIn, database, ownInstallation, server } from "../../../support/installation";
import { signInAt, type OwnClient } from "../../../support/own-server";
import { startS3, type S3Server } from "../../../support/s3";
import { startS3Proxy, type S3Proxy } from "../../../support/s3-proxy";
import { hash } from "../../../support/sealed-files";
import type { Server } from "../../../support/server";

/** Files are moved from disk to S3 and back while servers serve downloads and uploads; in an installation of its own, because all are. */
const FILES = 48;
let store: S3Server;
let proxy: S3Proxy;
let settings: Record<string, string>;
let owner: { id: string; email: string };
let client: OwnClient;
/** A server whose new files are stored on S3. */
let second: Server;
const contents = new Map<string, Buffer>();

beforeAll(async () => {
  store = await startS3();
  proxy = await startS3Proxy(store);
  settings = {
    S3_ENDPOINT: proxy.endpoint,
    S3_BUCKET: store.bucket,
    S3_REGION: store.region,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    FILES: "disk",
  };
  Object.assign(process.env, settings);
});

ownInstallation({ count: 0 }, async () => {
  Object.assign(process.env, settings);
  await addServer(settings);
  second = await addServer({ ...settings, FILES: "s3", APP_URL: server.url });
  owner = await buildIn({ role: "startup" });
  client = await signInAt(server.url, owner.email);
  for (let n = 0; n < FILES; n += 1) await add(n % 8 === 0);
});

afterAll(async () => {
  await proxy?.[Symbol.asyncDispose]();
  await store?.stop();
});

async function add(isPublic: boolean): Promise<string> {
  const bytes = randomBytes(20_000 + Math.floor(Math.random() * 200_000));
  const file = { content: new Blob([new Uint8Array(bytes)]), contentType: "image/png", sha256: hash(bytes) };
  const { id } = await (isPublic ? storePublicFile : storeFile)(owner.id, "a.png", file);
  await db.$transaction((tx) => attachFiles(tx, [{ id }]));
  contents.set(id, bytes);
  return id;
}

const move = (...args: string[]) =>
  start("move-files", args, { ...database.env, ...settings, DATABASE_TIMEOUT_MS: "20000" }, withLib);
const placeOf = (id: string) => path.join(database.dataDir, "uploads", id.slice(-2), id);
const keysOnDisk = () =>
  readdirSync(path.join(database.dataDir, "uploads"), { recursive: true })
    .map(String)
    .filter((name) => name.length > 10);
const objects = () =>
  readdirSync(store.folder).flatMap((name) =>
    name.endsWith("._S3rver_object") ? [name.split(".")[0]!] : [],
  );
const countIn = (storage: string) => db.file.count({ where: { storage } });

async function expectReadable(ids: Iterable<string>): Promise<void> {
  for (const id of ids) {
    const response = await client.fetch(`/api/files/${id}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([id, response.status, bytes.equals(contents.get(id)!)]).toEqual([id, 200, true]);
  }
}

/** Downloads and uploads files until `work` has ended. Returns the number of downloads. */
async function whileServing(work: Promise<unknown>): Promise<number> {
  let hasEnded = false;
  void work.finally(() => (hasEnded = true));
  const raw = { width: 40, height: 40, channels: 3 } as const;
  const photo = await sharp(randomBytes(40 * 40 * 3), { raw })
    .png()
    .toBuffer();
  const uploader = await signInAt(second.url, owner.email);
  const ids = [...contents.keys()];
  let downloads = 0;
  while (!hasEnded) {
    await expectReadable([ids[downloads % ids.length]!]);
    downloads += 1;
    if (downloads % 20 !== 1) continue;
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(photo)]), "me.png");
    const path_ = "/api/verification/draft/files/passportPhoto";
    expect((await uploader.fetch(path_, { method: "PUT", body: form })).status).toBe(200);
  }
  return downloads;
}

describe("files:move", () => {
  it("continues after it was killed, while servers serve downloads and uploads", async () => {
    let puts = 0;
    proxy.fault = ({ method }) => (method === "PUT" && (puts += 1) > 20 ? "hang" : undefined);
    const killed = move("--to", "s3");
    await vi.waitFor(() => expect(puts).toBeGreaterThan(20), 60_000);
    killed.kill();
    await killed.done;
    proxy.fault = () => undefined;
    const movedBefore = await db.file.count({ where: { storage: "s3", id: { in: [...contents.keys()] } } });
    expect(movedBefore).toBeGreaterThan(0);
    expect(movedBefore).toBeLessThan(FILES);
    await expectReadable(contents.keys());

    const run = move("--to", "s3");
    expect(await whileServing(run.done)).toBeGreaterThan(0);
    expect(await run.done).toMatchObject({ code: 0, stderr: "" });
    expect((await run.done).stdout).toContain(
      `Moved: ${FILES - movedBefore}, deleted or changed meanwhile: 0, failed: 0.`,
    );
    expect(await db.file.count({ where: { storage: { not: "s3" }, id: { in: [...contents.keys()] } } })).toBe(
      0,
    );
    for (const { id, sealedSha256, sha256 } of await db.file.findMany({ where: { ownerId: owner.id } }))
      expect(hash(readFileSync(path.join(store.folder, `${id}._S3rver_object`)))).toBe(
        sealedSha256 ?? sha256,
      );
    await expectReadable(contents.keys());
    expect(keysOnDisk()).toEqual(
      expect.arrayContaining([...contents.keys()].map((id) => path.join(id.slice(-2), id))),
    );
  });

  it("leaves old copies until --remove-old, which waits for a running backup", async () => {
    await withClient(database.env["DATABASE_URL"]!, async (backup) => {
      await backup.query("select pg_advisory_lock($1)", [AdvisoryLock.backup]);
      const refused = await move("--to", "s3", "--from", "disk", "--remove-old").done;
      expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining("A backup is running")]);
    });
    expect(existsSync(placeOf([...contents.keys()][0]!))).toBe(true);
    // Deleting a file deletes its old copy, too.
    const remove = async (id: string) => {
      contents.delete(id);
      await db.$transaction((tx) => markFileForDeletion(tx, id));
      await deleteMarkedFiles();
      expect([existsSync(placeOf(id)), objects().includes(id)]).toEqual([false, false]);
    };
    const [, gone, vanishing] = [...contents.keys()] as [string, string, string];
    await remove(gone);

    // A file that is deleted while it is checked is no failure.
    proxy.fault = async ({ method, path: of }) => {
      if (method === "GET" && of.includes(vanishing) && contents.has(vanishing)) await remove(vanishing);
      return undefined;
    };
    expect(await move("--to", "s3", "--from", "disk", "--remove-old").done).toMatchObject({ code: 0 });
    proxy.fault = () => undefined;
    expect(contents.has(vanishing)).toBe(false);
    expect(keysOnDisk()).toEqual([]);
    await expectReadable(contents.keys());
  });

  it("does not remove a copy that another run has made, or an old one whose new one is missing", async () => {
    const [raced, lost] = [await add(false), await add(false)];
    proxy.fault = async ({ method, path: of }) => {
      if (method === "GET" && of.includes(raced))
        await db.file.updateMany({ where: { id: raced }, data: { storage: "s3", storageKey: raced } });
      return undefined;
    };
    expect((await move("--to", "s3", "--from", "disk").done).stdout).toContain("changed meanwhile: 1,");
    proxy.fault = () => undefined;
    await expectReadable([raced, lost]);

    const copy = path.join(store.folder, `${lost}._S3rver_object`);
    const aside = `${copy}.aside`;
    renameSync(copy, aside);
    expect((await move("--to", "s3", "--from", "disk", "--remove-old").done).code).toBe(1);
    expect(existsSync(placeOf(lost))).toBe(true);
    renameSync(aside, copy);
    expect(await move("--to", "s3", "--from", "disk", "--remove-old").done).toMatchObject({ code: 0 });
    expect(keysOnDisk()).toEqual([]);
  });

  it("names damaged files, and leaves alone what was deleted meanwhile", async () => {
    const [damaged, deleted, fine] = [await add(false), await add(false), await add(true)];
    const intact = readFileSync(placeOf(damaged));
    writeFileSync(placeOf(damaged), "other content");
    // The row is deleted before the copy has been read back.
    proxy.fault = async ({ method, path: of }) => {
      if (method === "GET" && of.includes(deleted)) await db.file.deleteMany({ where: { id: deleted } });
      return undefined;
    };
    const result = await move("--to", "s3", "--from", "disk").done;
    proxy.fault = () => undefined;
    expect(result.code).toBe(1);
    expect(result.stdout).toContain("Moved: 1, deleted or changed meanwhile: 1, failed: 1.");
    expect(result.stdout.trim().split("\n").at(-1)).toBe(`These files could not be moved: ${damaged}`);
    expect([objects().includes(damaged), objects().includes(deleted), objects().includes(fine)]).toEqual([
      false,
      false,
      true,
    ]);
    writeFileSync(placeOf(damaged), intact);
    contents.delete(deleted);
    await expectReadable([damaged, fine]);
  });

  it("moves nothing whose copy differs from the original", async () => {
    proxy.fault = ({ method }) => (method === "GET" ? "corrupt-download" : undefined);
    const result = await move("--to", "s3").done;
    proxy.fault = () => undefined;
    expect([result.code, result.stdout]).toEqual([1, expect.stringContaining("Moved: 0")]);
    expect(await countIn("disk")).toBe(1);
    expect(objects()).not.toContain((await db.file.findFirstOrThrow({ where: { storage: "disk" } })).id);
  });

  it("moves files back to disk, one run at a time", async () => {
    await withClient(database.env["DATABASE_URL"]!, async (other) => {
      await other.query("select pg_advisory_lock($1)", [AdvisoryLock.fileMove]);
      expect(await move("--to", "disk").done).toMatchObject({
        code: 1,
        stdout: "Files are already being moved.\n",
      });
    });
    expect(await move("--to", "disk").done).toMatchObject({ code: 0 });
    expect(await countIn("s3")).toBe(0);
    await move("--to", "disk", "--from", "s3", "--remove-old").done;
    expect(objects()).toEqual([]);
    await expectReadable(contents.keys());
  });

  it("refuses an unknown storage, the same one twice, and one without settings", async () => {
    for (const args of [[], ["--to", "cloud"], ["--to", "s3", "--from", "s3"]])
      expect(await move(...args).done).toMatchObject({ code: 1, stdout: expect.stringContaining("Usage:") });
    const missing = await move("--to", "uploadthing").done;
    expect([missing.code, missing.stdout]).toEqual([
      1,
      expect.stringContaining("'uploadthing' is not configured"),
    ]);
  });
});
