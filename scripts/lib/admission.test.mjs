import { once } from "node:events";
import http from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { admission } from "./admission.mjs";

let server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server that answers nobody whom it let in until told; the network of a client stands in a header. */
async function serve(limits) {
  const admit = admission(limits);
  const letIn = [];
  server = http.createServer((req, res) => {
    if (admit(req, res, true, req.headers["x-network"])) letIn.push(res);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${server.address().port}`;
  /** Sends `many` requests of a network one after another; answers how many were let in. */
  const knock = async (network, many, init = {}) => {
    const before = letIn.length;
    for (let n = 0; n < many; n += 1) {
      const answer = fetch(url + (init.path ?? "/"), {
        ...init,
        headers: { "x-network": network, ...init.headers },
      });
      answer.catch(() => undefined);
      await once(server, "request");
    }
    return letIn.length - before;
  };
  return { url, letIn, knock };
}

describe("places (threat 48)", () => {
  it("one network gets half of them, the next one half of the rest, and there is one left for who comes anew", async () => {
    const { knock } = await serve({ requests: 200, uploads: 1 });
    expect(await knock("a", 150)).toBe(100);
    expect(await knock("b", 150)).toBe(50);
    expect(await knock("c", 150)).toBe(25);
    expect(await knock("d", 1)).toBe(1);
  });

  it("are given back with the answer", async () => {
    const { knock, letIn } = await serve({ requests: 2, uploads: 1 });
    expect(await knock("a", 2)).toBe(1);
    const closed = once(letIn[0], "close");
    letIn[0].end();
    await closed;
    expect(await knock("a", 2)).toBe(1);
  });

  it("of uploads are others than of requests", async () => {
    const { knock } = await serve({ requests: 2, uploads: 2 });
    expect(await knock("a", 2)).toBe(1);
    const body = new ReadableStream({ start: (sender) => sender.enqueue(new Uint8Array(1)) });
    expect(await knock("a", 1, { method: "POST", body, duplex: "half" })).toBe(1);
  });

  it("are needed by nothing that tells how the server is, nor by its files; by everything else", async () => {
    const { knock } = await serve({ requests: 1, uploads: 1 });
    expect(await knock("a", 1)).toBe(1);
    for (const path of ["/api/health", "/api/ready?x", "/api/metrics", "/_next/static/a.js"])
      expect([path, await knock("a", 1, { path })]).toEqual([path, 1]);
    for (const path of ["/api/healthy", "/api/ready/x", "/_next/image", "/api/auth/me"])
      expect([path, await knock("a", 1, { path })]).toEqual([path, 0]);
    expect(await knock("a", 1, { path: "/_next/static/a.js", method: "DELETE" })).toBe(0);
  });
});
