import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { diskStorage } from "./disk";
import { startS3, type S3Server } from "../../../tests/support/s3";
import type { FileStorage } from "./port";
import { s3Storage } from "./s3";
import { uploadthingStorage } from "./uploadthing";

const folder = mkdtempSync(path.join(os.tmpdir(), "seedline-storage-"));

/** A local server that speaks UploadThing's protocol: signed PUT to ingest, signed GET from the file host, delete by key. */
const stored = new Map<string, { bytes: Buffer; acl: string | null }>();
const seen: string[] = [];
const service = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const body = Buffer.concat(chunks);
    const answer = (status: number, value: object | Buffer) => {
      response.writeHead(status, {
        "content-type": Buffer.isBuffer(value) ? "application/pdf" : "application/json",
      });
      response.end(Buffer.isBuffer(value) ? value : JSON.stringify(value));
    };
    seen.push(`${request.method} ${url.pathname}`);
    const key = url.pathname.split("/").pop() ?? "";
    if (request.method === "PUT") {
      if (!url.searchParams.get("signature") || !url.searchParams.get("expires")) return answer(403, {});
      // One part of a multipart form: the bytes between the first blank line and the last boundary.
      const start = body.indexOf("\r\n\r\n") + 4;
      const end = body.lastIndexOf("\r\n--");
      const bytes = body.subarray(start, end);
      stored.set(key, { bytes, acl: url.searchParams.get("x-ut-acl") });
      const where = `http://localhost/${key}`;
      return answer(200, {
        url: where,
        appUrl: where,
        ufsUrl: where,
        fileHash: createHash("md5").update(bytes).digest("hex"),
      });
    }
    if (request.method === "GET") {
      const file = stored.get(key);
      const expires = Number(url.searchParams.get("expires"));
      if (!file || !url.searchParams.get("signature") || expires > Date.now() + 61_000)
        return answer(403, {});
      return answer(200, file.bytes);
    }
    const { fileKeys = [] } = JSON.parse(body.toString()) as { fileKeys?: string[] };
    for (const fileKey of fileKeys) stored.delete(fileKey);
    return answer(200, { success: true, deletedCount: fileKeys.length });
  });
});

let s3: S3Server;
let host = "";
beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  s3 = await startS3();
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  host = `localhost:${(service.address() as { port: number }).port}`;
});
afterAll(async () => {
  await s3.stop();
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

const token = Buffer.from(JSON.stringify({ apiKey: "sk_test_1", appId: "app1", regions: ["fra1"] })).toString(
  "base64",
);
const adapters: Record<string, () => FileStorage> = {
  disk: () => diskStorage(),
  uploadthing: () =>
    uploadthingStorage({
      token,
      apiUrl: `http://${host}`,
      ingestUrl: `http://${host}`,
      ufsHost: host,
      ufsAppIdLocation: "path",
    }),
  s3: () => s3Storage(s3),
};

describe.each(Object.entries(adapters))("the %s adapter", (name, make) => {
  const key = "01900000-0000-7000-8000-00000000000a";
  const bytes = Buffer.from("%PDF-1.7 some bytes \r\n\0\xff and more", "latin1");

  it("returns a stored file and deletes it, also twice", async () => {
    const storage = make();
    expect(storage.name).toBe(name);
    const storageKey = await storage.put(key, new Blob([bytes]), "application/pdf");
    const read = Buffer.from(await new Response(await storage.read(storageKey)).arrayBuffer());
    expect(read.equals(bytes)).toBe(true);
    await storage.remove(storageKey);
    await expect(storage.read(storageKey)).rejects.toThrow();
    await storage.remove(storageKey);
  });
});

describe("disk", () => {
  it("makes files readable by the server's user only, and leaves no partial file", async () => {
    const storage = diskStorage();
    const key = "01900000-0000-7000-8000-00000000000b";
    await storage.put(key, new Blob(["x"]), "application/pdf");
    const file = path.join(folder, "uploads", "0b", key);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(path.dirname(file))).toEqual([key]);
  });

  it("rejects a key that points outside its folder", async () => {
    for (const key of ["../../etc/passwd", "..", "a/b", "A".repeat(20), ""]) {
      await expect(diskStorage().read(key)).rejects.toThrow("bad storage key");
    }
  });
});

describe("uploadthing", () => {
  it("stores files as private and connects only to the service (threat 29)", async () => {
    const storage = adapters["uploadthing"]!();
    const storageKey = await storage.put(
      "01900000-0000-7000-8000-00000000000c",
      new Blob(["x"]),
      "application/pdf",
    );
    expect(stored.get(storageKey)!.acl).toBe("private");
    expect(seen.every((line) => /^(PUT \/|GET \/a\/app1\/|POST \/v6\/deleteFiles)/.test(line))).toBe(true);
  });

  it("throws if the service fails", async () => {
    const gone = uploadthingStorage({
      token,
      apiUrl: "http://127.0.0.1:9",
      ingestUrl: "http://127.0.0.1:9",
      ufsHost: "localhost:9",
      ufsAppIdLocation: "path",
    });
    await expect(
      gone.put("01900000-0000-7000-8000-00000000000d", new Blob(["x"]), "application/pdf"),
    ).rejects.toThrow(/uploadthing/);
  });
});
