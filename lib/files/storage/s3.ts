import "server-only";
import { Readable } from "node:stream";
import { createCircuitBreaker } from "@/lib/circuit-breaker";
import { requireStorageKey, type FileStorage } from "./port";
import { S3Error, hashBlob, readAnswer, send, tag, type S3Options } from "./s3-client";

/** The size of the parts of an upload; larger files are uploaded in parts. S3 requires at least 5 MB, and R2 equal parts. */
export const PART_BYTES = 16 * 1024 * 1024;

/**
 * Returns the storage in a bucket of an S3 store, whose objects are private: reads are signed requests of the server (ADR 58). Its circuit
 * breaker does not count missing files as failures of the store.
 */
export const s3Storage = (options: S3Options): FileStorage => {
  const ask = createCircuitBreaker({ timeoutMs: null });
  const encryption = options.serverSideEncryption;
  const stored: Record<string, string> = encryption ? { "x-amz-server-side-encryption": encryption } : {};

  async function putWhole(key: string, body: Blob, headers: Record<string, string>): Promise<void> {
    const sha256 = await hashBlob(body);
    const checksum = { "x-amz-checksum-sha256": sha256.toString("base64") };
    await send(
      options,
      { method: "PUT", key, headers: { ...headers, ...checksum }, body, sha256 },
      readAnswer,
    );
  }

  async function putParts(key: string, content: Blob, headers: Record<string, string>): Promise<void> {
    const create = { method: "POST", key, query: { uploads: "" }, headers } as const;
    const uploadId = tag(await send(options, create, readAnswer), "UploadId");
    if (!uploadId) throw new Error("s3 created no upload");
    try {
      let parts = "";
      for (let number = 1; (number - 1) * PART_BYTES < content.size; number += 1) {
        const body = content.slice((number - 1) * PART_BYTES, number * PART_BYTES);
        const query = { partNumber: String(number), uploadId };
        const part = { method: "PUT", key, query, body, sha256: await hashBlob(body) } as const;
        const etag = await send(options, part, async (response) => {
          await readAnswer(response);
          return response.headers.etag;
        });
        parts += `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`;
      }
      const body = new Blob([`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`]);
      const complete = {
        method: "POST",
        key,
        query: { uploadId },
        body,
        sha256: await hashBlob(body),
      } as const;
      // S3 may report an error after it has answered 200.
      await send(options, complete, async (response) => {
        const xml = await readAnswer(response);
        if (!xml.includes("<CompleteMultipartUploadResult")) throw new S3Error(500, xml);
      });
    } catch (error) {
      // A failure leaves the parts to the bucket's lifecycle rule (docs/operations/deployment.md).
      await send(options, { method: "DELETE", key, query: { uploadId } }, readAnswer).catch(() => {});
      throw error;
    }
  }

  return {
    name: "s3",
    async put(key, content, contentType) {
      const headers = { "content-type": contentType, ...stored };
      const put = content.size > PART_BYTES ? putParts : putWhole;
      await ask(() => put(requireStorageKey(key), content, headers));
      return key;
    },
    async read(storageKey) {
      const key = requireStorageKey(storageKey);
      const found = await ask(() =>
        send(options, { method: "GET", key }, (response) => response).catch((error: unknown) => {
          if (error instanceof S3Error && error.code === "NoSuchKey") return error;
          throw error;
        }),
      );
      if (found instanceof S3Error) throw found;
      return Readable.toWeb(found) as ReadableStream<Uint8Array>;
    },
    async remove(storageKey) {
      const key = requireStorageKey(storageKey);
      await ask(() => send(options, { method: "DELETE", key }, readAnswer));
    },
  };
};
