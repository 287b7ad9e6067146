import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { S3Server } from "./s3";

/**
 * What happens to a request: an error response instead of the store's, silence, the connection cut while the content is sent or received, or
 * after the store has done it; another byte on the way to or from the store.
 */
export type S3Fault =
  | { status: number }
  | "hang"
  | "hang-download"
  | "cut-upload"
  | "cut-download"
  | "lose-response"
  | "corrupt-upload"
  | "corrupt-download";

export interface S3Call {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
}

const sha256 = (data: Buffer | string) => createHash("sha256").update(data);
const hmac = (key: Buffer | string, data: string) => createHmac("sha256", key).update(data).digest();

/** A proxy before a store that verifies signatures and hashes of content as AWS does, and injects faults. */
export class S3Proxy implements AsyncDisposable {
  /** The requests, oldest first. */
  readonly calls: S3Call[] = [];
  /** The fault of a request. */
  fault: (call: S3Call) => S3Fault | undefined | Promise<S3Fault | undefined> = () => undefined;
  endpoint = "";

  private readonly store: S3Server;
  private readonly server = http.createServer((request, response) => {
    this.serve(request, response).catch(() => request.socket.destroy());
  });

  constructor(store: S3Server) {
    this.store = store;
  }

  async start(): Promise<this> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.endpoint = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const call = { method: request.method!, path: request.url!, headers: request.headers };
    this.calls.push(call);
    const fault = await this.fault(call);
    if (fault === "hang") return;
    if (fault === "cut-upload") {
      await once(request, "data");
      return void request.socket.destroy();
    }
    const body = await buffer(request);
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    if (typeof fault === "object") return void refuse(fault.status, "Fault");
    if (fault === "corrupt-upload") body[Math.floor(body.length / 2)]! ^= 1;
    if (!this.hasSignature(call)) return void refuse(403, "SignatureDoesNotMatch");
    if (sha256(body).digest("hex") !== call.headers["x-amz-content-sha256"])
      return void refuse(400, "XAmzContentSHA256Mismatch");
    const checksum = call.headers["x-amz-checksum-sha256"];
    if (checksum && checksum !== sha256(body).digest("base64")) return void refuse(400, "BadDigest");

    const { host: _, ...headers } = call.headers;
    const answer = await fetch(this.store.endpoint + call.path, {
      method: call.method,
      headers: headers as Record<string, string>,
      ...(body.length ? { body } : {}),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    if (fault === "lose-response") return void request.socket.destroy();
    if (fault === "corrupt-download") content[Math.floor(content.length / 2)]! ^= 1;
    const etag = answer.headers.get("etag");
    const length = answer.status === 204 ? {} : { "content-length": content.length };
    response.writeHead(answer.status, { ...length, ...(etag && { etag }) });
    if (fault !== "cut-download" && fault !== "hang-download") return void response.end(content);
    response.write(content.subarray(0, content.length / 2), () => {
      if (fault === "cut-download") request.socket.destroy();
    });
  }

  /** Whether the request is signed by the store's key: AWS Signature Version 4. */
  private hasSignature({ method, path, headers }: S3Call): boolean {
    const { accessKeyId, secretAccessKey, region } = this.store;
    const given = /Credential=([^/]+)\/.*SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      headers.authorization ?? "",
    );
    const [, id, names = "", signature] = given ?? [];
    const time = String(headers["x-amz-date"]);
    const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
    const [resource, query = ""] = path.split("?");
    const canonical = [
      method,
      resource,
      query.split("&").sort().join("&"),
      ...names.split(";").map((name) => `${name}:${String(headers[name])}`),
      "",
      names,
      headers["x-amz-content-sha256"],
    ].join("\n");
    const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical).digest("hex")].join("\n");
    const key = [time.slice(0, 8), region, "s3", "aws4_request"].reduce<Buffer | string>(
      hmac,
      `AWS4${secretAccessKey}`,
    );
    return id === accessKeyId && signature === hmac(key, text).toString("hex");
  }
}

/** Starts a proxy before a store. */
export const startS3Proxy = (store: S3Server): Promise<S3Proxy> => new S3Proxy(store).start();
