import { once } from "node:events";
import http, { type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createAdmissionControl } from "./admission";

let server: http.Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Starts a server that does not respond to the requests it admits; a header sets the client's network. */
async function serve(limits: { requests: number; uploads: number }) {
  const admit = createAdmissionControl(limits);
  const admitted: ServerResponse[] = [];
  server = http.createServer((req, res) => {
    if (admit(req, res, true, String(req.headers["x-network"]))) admitted.push(res);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Sends requests from a network one after another and returns how many were admitted. */
  const send = async (network: string, count: number, init: RequestInit & { path?: string } = {}) => {
    const before = admitted.length;
    for (let n = 0; n < count; n += 1) {
      const response = fetch(url + (init.path ?? "/"), { ...init, headers: { "x-network": network } });
      response.catch(() => undefined);
      await once(server, "request");
    }
    return admitted.length - before;
  };
  return { admitted, send };
}

describe("concurrency slots (threat 48)", () => {
  it("are limited to half for one network and half of the rest for the next, so that another network finds one free", async () => {
    const { send } = await serve({ requests: 200, uploads: 1 });
    expect(await send("a", 150)).toBe(100);
    expect(await send("b", 150)).toBe(50);
    expect(await send("c", 150)).toBe(25);
    expect(await send("d", 1)).toBe(1);
  });

  it("are released with the response", async () => {
    const { send, admitted } = await serve({ requests: 2, uploads: 1 });
    expect(await send("a", 2)).toBe(1);
    const closed = once(admitted[0]!, "close");
    admitted[0]!.end();
    await closed;
    expect(await send("a", 2)).toBe(1);
  });

  it("for uploads are separate", async () => {
    const { send } = await serve({ requests: 2, uploads: 2 });
    expect(await send("a", 2)).toBe(1);
    const body = new ReadableStream({ start: (sender) => sender.enqueue(new Uint8Array(1)) });
    expect(await send("a", 1, { method: "POST", body, duplex: "half" } as RequestInit)).toBe(1);
  });

  it("are not needed for health, readiness, metrics and static files, but for everything else", async () => {
    const { send } = await serve({ requests: 1, uploads: 1 });
    expect(await send("a", 1)).toBe(1);
    for (const path of ["/api/health", "/api/ready?x", "/api/metrics", "/_next/static/a.js"])
      expect([path, await send("a", 1, { path })]).toEqual([path, 1]);
    for (const path of ["/api/healthy", "/api/ready/x", "/_next/image", "/api/auth/me"])
      expect([path, await send("a", 1, { path })]).toEqual([path, 0]);
    expect(await send("a", 1, { path: "/_next/static/a.js", method: "DELETE" })).toBe(0);
  });
});
