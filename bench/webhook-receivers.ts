// Receivers of webhooks for bench/webhooks.ts, in a process of its own: /0, /1 and so on answer at once, /dead never.
import http from "node:http";
import type { AddressInfo } from "node:net";

/** What a receiver got. */
export interface ReceiverFigures {
  path: string;
  requests: number;
  events: number;
  p50: number;
  p99: number;
  max: number;
}

const received = new Map<string, { ids: Set<string>; times: number[] }>();

const server = http.createServer((request, response) => {
  const now = Date.now();
  const path = request.url ?? "";
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
    const { ids, times } = received.get(path) ?? { ids: new Set<string>(), times: [] };
    received.set(path, { ids, times });
    ids.add(String(request.headers["webhook-id"]));
    times.push(now - Date.parse(timestamp));
    if (path !== "/dead") response.writeHead(204).end();
  });
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

process.on("message", () => {
  const figures = [...received].map(([path, { ids, times }]): ReceiverFigures => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return { path, requests: times.length, events: ids.size, p50: at(0.5), p99: at(0.99), max: at(1) };
  });
  process.send?.(figures);
});
