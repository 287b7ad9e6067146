import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import S3rver from "s3rver";

/** An S3 store on this machine. */
export interface S3Server extends AsyncDisposable {
  /** The address, without the bucket; path-style. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The folder of the bucket's objects, each a file `<key>._S3rver_object`. */
  folder: string;
  stop(): Promise<void>;
}

/**
 * Starts an S3 store with an empty bucket on 127.0.0.1. It verifies neither signatures of version 4 nor hashes of content: see
 * tests/support/s3-proxy.ts. Its objects are deleted when it stops.
 */
export async function startS3({
  bucket = "seedline",
  port = 0,
  tls,
}: { bucket?: string; port?: number; tls?: { key: string; cert: string } } = {}): Promise<S3Server> {
  const directory = mkdtempSync(path.join(os.tmpdir(), "seedline-s3-"));
  const store = new S3rver({
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  await store.configureBuckets();
  const server = tls ? https.createServer(tls, store.callback()) : http.createServer(store.callback());
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
    rmSync(directory, { recursive: true, force: true });
  };
  return {
    endpoint: `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
    folder: path.join(directory, bucket),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
