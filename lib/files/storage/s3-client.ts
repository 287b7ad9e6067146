import "server-only";
import { createHash } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type { S3Settings } from "@/lib/env";

export interface S3Options extends S3Settings {
  /** An attempt fails after this time without progress. */
  stallMs?: number;
  /** The pauses before further attempts. */
  retryDelaysMs?: readonly number[];
}

const STALL_MS = 8_000;
const RETRY_DELAYS_MS = [200, 1_000];

/** An error response of the store: its status, and its code such as NoSuchKey. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, xml: string) {
    const code = tag(xml, "Code") ?? "no code";
    super(`s3 answered ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** Returns the text of an element of a response, which contains no escaped characters. */
export const tag = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

interface S3Request {
  method: "GET" | "PUT" | "POST" | "DELETE";
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Blob;
  /** The hash of the body; by default that of no body. */
  sha256?: Buffer;
}

/** Returns the SHA-256 of a blob, read as a stream. */
export async function hashBlob(blob: Blob): Promise<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of blob.stream()) hash.update(chunk);
  return hash.digest();
}

/** The longest answer that is not the content of a file. */
const MAX_ANSWER_LENGTH = 64 * 1024;

/** Returns the text of a response. Throws, and closes the connection, if it is longer than any answer of a store. */
export async function readAnswer(response: http.IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk as string;
    if (text.length > MAX_ANSWER_LENGTH) throw new Error("s3 gave a longer answer than expected");
  }
  return text;
}

const emptyHash = createHash("sha256").digest();

/**
 * Sends a signed request to the bucket, and passes a successful response to `read`. The signature covers the hash of the body, so that the
 * store refuses other bytes. Network errors, stalls, 429 and 5xx are retried, until `read` has returned. Throws an S3Error for an error
 * response.
 */
export async function send<T>(
  options: S3Options,
  request: S3Request,
  read: (response: http.IncomingMessage) => T | Promise<T>,
): Promise<T> {
  for (const delayMs of options.retryDelaysMs ?? RETRY_DELAYS_MS) {
    try {
      return await attempt(options, request, read);
    } catch (error) {
      if (error instanceof S3Error && error.status < 500 && error.status !== 429) throw error;
      await sleep(delayMs * (0.5 + Math.random()));
    }
  }
  return attempt(options, request, read);
}

async function attempt<T>(
  options: S3Options,
  { method, key, query = {}, headers = {}, body, sha256 = emptyHash }: S3Request,
  read: (response: http.IncomingMessage) => T | Promise<T>,
): Promise<T> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, stallMs = STALL_MS } = options;
  const url = new URL(
    `${endpoint.replace(/\/$/, "")}/${bucket}/${key}?${new URLSearchParams(query).toString()}`,
  );
  const signer = new AwsV4Signer({
    ...{ method, url: url.href, region, accessKeyId, secretAccessKey, service: "s3" },
    headers: { ...headers, "x-amz-content-sha256": sha256.toString("hex") },
  });
  const signed = Object.fromEntries((await signer.sign()).headers);
  const length = body ? { "content-length": String(body.size) } : {};
  const response = await exchange(url, { method, headers: { ...signed, ...length } }, body, stallMs);
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return read(response);
  throw new S3Error(status, await readAnswer(response));
}

/** Sends a request and returns the response as soon as it begins. Both fail after `stallMs` without progress. */
function exchange(
  url: URL,
  options: http.RequestOptions,
  body: Blob | undefined,
  stallMs: number,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(url, { ...options, timeout: stallMs });
    let response: http.IncomingMessage | undefined;
    request.once("response", (begun) => resolve((response = begun)));
    request.on("error", reject);
    request.on("timeout", () => {
      // Data that its reader has not fetched yet is not a stall of the store.
      const isWaiting =
        response && (response.readableLength > 0 || (response.complete && !response.readableEnded));
      if (isWaiting) request.setTimeout(stallMs);
      else (response ?? request).destroy(new Error(`s3 made no progress within ${stallMs} ms`));
    });
    if (body) pipeline(Readable.fromWeb(body.stream() as never), request).catch(reject);
    else request.end();
  });
}
