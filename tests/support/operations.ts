import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { startDatabase, startServer, type Database, type Server } from "./server";

/** Metrics, traces, readiness and the behaviour of a server at capacity (threat 43, 48; docs/operations). */
export const METRICS_TOKEN = "a-token-for-prometheus";

export const spans: string[] = [];

const collector = http.createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
  request.on("end", () => {
    if (request.url === "/v1/traces") spans.push(body);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});

export const json = { "content-type": "application/json" };

export let database: Database;
export let server: Server;

/** Starts a small server, which sends its traces to the collector, before the tests of a file, and stops it after them. */
export function observedServer(): void {
  beforeAll(async () => {
    collector.listen(0, "127.0.0.1");
    await once(collector, "listening");
    const { port } = collector.address() as AddressInfo;
    database = await startDatabase();
    server = await startServer({
      database,
      env: {
        METRICS_TOKEN,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        MAX_REQUESTS: "3",
        MAX_UPLOADS: "2",
        REQUEST_TIMEOUT_SECONDS: "10",
      },
    });
  });

  afterAll(async () => {
    await server?.stop();
    await database?.stop();
    collector.close();
  });
}

/** Reads the whole response: until then the request is in flight. */
export async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

export const metrics = async () =>
  (await ask("/api/metrics", { authorization: `Bearer ${METRICS_TOKEN}` })).text;

/** Begins a request whose head has arrived and whose body of 1,000 bytes stays incomplete until `finish`. */
export async function begin(path: string, headers: Record<string, string | number>) {
  const request = http.request(server.url + path, {
    method: "POST",
    agent: false,
    headers: { "content-length": 1_000, expect: "100-continue", ...headers },
  });
  const answered = new Promise<number>((resolve) => {
    request.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", () => resolve(0));
  });
  await once(request, "continue");
  request.write("{");
  return { answered, finish: () => request.end("}".padEnd(999)) };
}
