import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { openAsBlob, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { measureRssGrowth } from "../../../tests/support/process-memory";
import { startS3, type S3Server } from "../../../tests/support/s3";
import { startS3Proxy, type S3Call, type S3Fault, type S3Proxy } from "../../../tests/support/s3-proxy";
import { PART_BYTES, s3Storage } from "./s3";
import type { S3Options } from "./s3-client";

let store: S3Server;
let proxy: S3Proxy;
beforeAll(async () => {
  store = await startS3();
  proxy = await startS3Proxy(store);
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await store.stop();
});
afterEach(() => {
  proxy.fault = () => undefined;
  proxy.calls.length = 0;
});

const fast = { stallMs: 20_000, retryDelaysMs: [10, 20] };
/** Short for the tests in which the store is silent, and long enough for a busy machine. */
const silent = { stallMs: 2_000 };
const make = (options: Partial<S3Options> = {}) =>
  s3Storage({ ...store, endpoint: proxy.endpoint, ...fast, ...options });
let made = 0;
const newKey = () => `01900000-0000-7000-8000-${String((made += 1)).padStart(12, "0")}`;
const type = "application/octet-stream";
const content = randomBytes(300_000);

/** Makes the first requests of a method fail. */
const failFirst = (method: string, fault: S3Fault, times: number) => {
  let left = times;
  proxy.fault = (call) => (call.method === method && (left -= 1) >= 0 ? fault : undefined);
};
const methods = () => proxy.calls.map(({ method }) => method);
const onDisk = (key: string) => readFileSync(path.join(store.folder, `${key}._S3rver_object`));
const readAll = async (key: string, storage = make()) => buffer((await storage.read(key)) as never);
const causeOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => new Error("no error"),
    (reason: Error) => reason,
  );
  return String(error.cause ?? error);
};

describe("requests", () => {
  it("are signed, with the hash of the content, and never make an object public (threat 29)", async () => {
    const key = newKey();
    await make({ serverSideEncryption: "AES256" }).put(key, new Blob([content]), type);
    expect(await readAll(key)).toEqual(content);
    const [put, get] = proxy.calls as [S3Call, S3Call];
    expect([put.path, get.path]).toEqual([`/seedline/${key}`, `/seedline/${key}`]);
    expect(put.headers["x-amz-server-side-encryption"]).toBe("AES256");
    expect(put.headers["content-length"]).toBe(String(content.length));
    expect(proxy.calls.flatMap(({ headers }) => Object.keys(headers))).not.toContain("x-amz-acl");
  });

  it("ask for no encryption by default", async () => {
    await make().put(newKey(), new Blob([content]), type);
    expect(Object.keys(proxy.calls[0]!.headers)).not.toContain("x-amz-server-side-encryption");
  });

  it("are refused with another secret, and not repeated", async () => {
    const stranger = make({ secretAccessKey: "another" });
    expect(await causeOf(stranger.put(newKey(), new Blob([content]), type))).toContain(
      "403 SignatureDoesNotMatch",
    );
    expect(methods()).toEqual(["PUT"]);
  });

  it("never leave the bucket", async () => {
    for (const key of ["../other/object", "a/b", "?acl", ""]) {
      await expect(make().read(key)).rejects.toThrow("bad storage key");
      await expect(make().put(key, new Blob(["x"]), type)).rejects.toThrow();
      await expect(make().remove(key)).rejects.toThrow("bad storage key");
    }
    expect(proxy.calls).toEqual([]);
  });
});

describe("faults of the store", () => {
  const passing: S3Fault[] = [{ status: 503 }, { status: 429 }, { status: 500 }, "lose-response"];
  it.each(passing)("a file is stored, read and removed in spite of two times %j", async (fault) => {
    const key = newKey();
    failFirst("PUT", fault, 2);
    await make().put(key, new Blob([content]), type);
    failFirst("GET", fault, 2);
    expect(await readAll(key)).toEqual(content);
    failFirst("DELETE", fault, 2);
    await make().remove(key);
    expect(methods()).toEqual(["PUT", "PUT", "PUT", "GET", "GET", "GET", "DELETE", "DELETE", "DELETE"]);
    await expect(make().read(key)).rejects.toThrow("NoSuchKey");
  });

  it("a file is stored although the store is silent at first", async () => {
    const key = newKey();
    failFirst("PUT", "hang", 1);
    await make(silent).put(key, new Blob([content]), type);
    expect(methods()).toEqual(["PUT", "PUT"]);
    expect(onDisk(key)).toEqual(content);
  });

  it("an upload that is cut is sent again", async () => {
    const key = newKey();
    failFirst("PUT", "cut-upload", 1);
    await make().put(key, new Blob([content]), type);
    expect(onDisk(key)).toEqual(content);
  });

  it.each(["hang", { status: 503 }] as S3Fault[])("three times %j is an error", async (fault) => {
    failFirst("PUT", fault, 3);
    const message = await causeOf(make(silent).put(newKey(), new Blob([content]), type));
    expect(message).toMatch(fault === "hang" ? "no progress within 2000 ms" : "s3 answered 503");
  });

  it("an answer without end is cut off", async () => {
    const server = http.createServer((_, response) => {
      response.writeHead(403);
      const send = () => {
        while (!response.destroyed && response.write("x".repeat(10_000)));
      };
      response.on("drain", send);
      send();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await causeOf(make({ endpoint }).remove(newKey()))).toContain("a longer answer than expected");
    server.close();
  });

  it("a corrupted upload is refused by the store", async () => {
    const key = newKey();
    failFirst("PUT", "corrupt-upload", 1);
    expect(await causeOf(make().put(key, new Blob([content]), type))).toContain("XAmzContentSHA256Mismatch");
    await expect(make().read(key)).rejects.toThrow("NoSuchKey");
  });

  it.each(["cut-download", "hang-download"] as S3Fault[])(
    "a read that ends early (%j) fails",
    async (fault) => {
      const key = newKey();
      await make().put(key, new Blob([content]), type);
      failFirst("GET", fault, 1);
      await expect(readAll(key, make(silent))).rejects.toThrow();
    },
  );

  it("a slow reader is no stall of the store", async () => {
    const key = newKey();
    const large = randomBytes(20_000_000);
    await make().put(key, new Blob([large]), type);
    const stream = await make(silent).read(key);
    await sleep(2 * silent.stallMs);
    expect((await buffer(stream as never)).equals(large)).toBe(true);
  });

  it("is not asked again for a while after three failures; missing files are none", async () => {
    const storage = make();
    for (let n = 0; n < 4; n += 1) await expect(storage.read(newKey())).rejects.toThrow("NoSuchKey");
    proxy.fault = () => ({ status: 403 });
    for (let n = 0; n < 3; n += 1) await expect(storage.read(newKey())).rejects.toThrow();
    const before = proxy.calls.length;
    await expect(storage.read(newKey())).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(proxy.calls.length).toBe(before);
  });
});

describe("large files", () => {
  const large = randomBytes(2 * PART_BYTES + 1_000);

  it("are uploaded in parts, each repeated alone", async () => {
    const key = newKey();
    let failed = false;
    proxy.fault = ({ path: of }) => {
      if (failed || !of.includes("partNumber=2")) return undefined;
      failed = true;
      return "cut-upload";
    };
    await make({ serverSideEncryption: "AES256" }).put(key, new Blob([large]), type);
    expect((await readAll(key)).equals(large)).toBe(true);
    const numbers = proxy.calls.map(({ path: of }) => /partNumber=(\d)/.exec(of)?.[1]);
    expect(numbers.filter(Boolean)).toEqual(["1", "2", "2", "3"]);
    expect(proxy.calls[0]!.headers["x-amz-server-side-encryption"]).toBe("AES256");
  });

  it.each([{ status: 403 }, "corrupt-upload"] as S3Fault[])(
    "leave no parts if one fails with %j",
    async (fault) => {
      const key = newKey();
      proxy.fault = ({ path: of }) => (of.includes("partNumber=2") ? fault : undefined);
      await expect(make().put(key, new Blob([large]), type)).rejects.toThrow();
      const last = proxy.calls.at(-1)!;
      expect([last.method, last.path]).toEqual(["DELETE", expect.stringContaining("uploadId=")]);
      await expect(make().read(key)).rejects.toThrow("NoSuchKey");
      expect(readdirSync(store.folder).some((name) => name.startsWith(key))).toBe(false);
    },
  );

  it("take no more memory than small ones", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "seedline-s3-large-"));
    const file = path.join(folder, "large");
    const key = newKey();
    const chunk = randomBytes(1_000_000);
    const handle = await open(file, "w");
    for (let n = 0; n < 400; n += 1) await handle.write(chunk);
    await handle.close();
    const direct = s3Storage(store);
    const { mb } = await measureRssGrowth(process.pid, async () => {
      await direct.put(key, await openAsBlob(file), type);
      let size = 0;
      for await (const piece of await direct.read(key)) size += piece.length;
      expect(size).toBe(400_000_000);
    });
    await rm(folder, { recursive: true });
    expect(mb).toBeLessThan(150);
  });
});
