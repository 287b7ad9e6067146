import { once } from "node:events";
import http from "node:http";
import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { arrivals, isArriving, keepsComing } from "./arrival.mjs";

let server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server with that gate; `letIn` holds the requests that have passed it. */
async function serve({
  gate = arrivals(),
  handle = (req, res) => void buffer(req).then((body) => res.end(body)),
}) {
  const letIn = [];
  server = http.createServer(async (req, res) => {
    if (!(await gate(req, res))) return;
    letIn.push(req);
    handle(req, res);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, letIn };
}

/** A request whose body the test sends piece by piece. */
function send(url, headers = {}) {
  const request = http.request(url, { method: "POST", headers, agent: false });
  const answered = new Promise((resolve, reject) => {
    request.once("response", (response) =>
      buffer(response).then((body) => resolve({ status: response.statusCode, body: String(body) }), reject),
    );
    request.once("error", reject);
  });
  request.flushHeaders();
  return { request, answered };
}

describe("a small body", () => {
  it.each([
    ["with a length", (size) => ({ "content-length": size })],
    ["in chunks", () => ({ "transfer-encoding": "chunked" })],
  ])("%s is waited for outside, and handed on whole", async (_, headers) => {
    const { url, letIn } = await serve({});
    const { request, answered } = send(url, headers(10));
    request.write("01234");
    // Another one comes and goes meanwhile.
    expect(await (await fetch(url, { method: "POST", body: "whole" })).text()).toBe("whole");
    expect(letIn).toHaveLength(1);
    request.end("56789");
    expect(await answered).toEqual({ status: 200, body: "0123456789" });
  });

  it.each([0, 1, 64 * 1024, 64 * 1024 + 1, 300_000])("of %d bytes arrives as it was sent", async (size) => {
    const { url } = await serve({});
    for (const headers of [{ "content-length": size }, { "transfer-encoding": "chunked" }]) {
      const { request, answered } = send(url, headers);
      const body = "x".repeat(size);
      request.end(body);
      const answer = await answered;
      expect(answer.status).toBe(200);
      expect(answer.body === body).toBe(true);
    }
  });

  it("that does not come in time is given up", async () => {
    const { url, letIn } = await serve({ gate: arrivals({ ms: 50 }) });
    const { request, answered } = send(url, { "content-length": 10 });
    request.write("0");
    expect((await answered).status).toBe(408);
    expect(letIn).toHaveLength(0);
  });

  it("makes room for others when too many wait: who has waited longest goes", async () => {
    const { url, letIn } = await serve({ gate: arrivals({ most: 2 }) });
    const slow = [];
    for (let n = 0; n < 2; n += 1) {
      slow.push(send(url, { "content-length": 10 }));
      await once(server, "request");
    }
    const last = send(url, { "content-length": 4 });
    expect((await slow[0].answered).status).toBe(408);
    expect(letIn).toHaveLength(0);
    last.request.end("last");
    slow[1].request.end("0123456789");
    expect([(await last.answered).body, (await slow[1].answered).body]).toEqual(["last", "0123456789"]);
  });

  it("whose sender went away leaves nobody waiting", async () => {
    const { url, letIn } = await serve({ gate: arrivals({ most: 1 }) });
    const gone = send(url, { "content-length": 10 });
    gone.answered.catch(() => undefined);
    const [, res] = await once(server, "request");
    gone.request.destroy();
    await once(res, "close");
    expect((await fetch(url, { method: "POST", body: "next" })).status).toBe(200);
    expect(letIn).toHaveLength(1);
  });
});

describe("an upload", () => {
  const form = { "content-type": "multipart/form-data; boundary=b", "content-length": 1_000_000 };
  const movingAtLeast = (bytes) => (req, res) => {
    keepsComing(req, res, { ms: 100, bytes });
    buffer(req).then(
      (body) => res.end(String(body.length)),
      () => undefined,
    );
  };

  it("is let in while it comes, and is then still known as arriving", async () => {
    const { url, letIn } = await serve({});
    const { request, answered } = send(url, form);
    await vi.waitFor(() => expect(letIn).toHaveLength(1));
    expect(isArriving(letIn[0])).toBe(true);
    request.end(Buffer.alloc(1_000_000));
    expect((await answered).status).toBe(200);
    expect(isArriving(letIn[0])).toBe(false);
  });

  it("that hardly moves is given up", async () => {
    const { url } = await serve({ handle: movingAtLeast(1_000) });
    const { request, answered } = send(url, form);
    const drops = setInterval(() => request.write("x"), 10);
    const { status } = await answered.finally(() => clearInterval(drops));
    expect(status).toBe(408);
  });

  it("that keeps moving may take long", async () => {
    const { url } = await serve({ handle: movingAtLeast(1_000) });
    const { request, answered } = send(url, form);
    const piece = Buffer.alloc(20_000);
    for (let sent = 0; sent < 1_000_000; sent += piece.length) {
      request.write(piece);
      await new Promise((next) => setTimeout(next, 10));
    }
    request.end();
    expect(await answered).toEqual({ status: 200, body: "1000000" });
  });

  it("is not given up for what we have not read yet", async () => {
    let read;
    const checked = new Promise((resolve) => {
      read = resolve;
    });
    const { url } = await serve({
      handle: (req, res) => {
        keepsComing(req, res, { ms: 20, bytes: 1_000 });
        const quiet = setInterval(() => {
          if (req.readableLength === 0) return;
          clearInterval(quiet);
          setTimeout(() => read(() => buffer(req).then((body) => res.end(String(body.length)))), 100);
        }, 10);
      },
    });
    const { request, answered } = send(url, form);
    request.end(Buffer.alloc(1_000_000));
    (await checked)();
    expect(await answered).toEqual({ status: 200, body: "1000000" });
  });
});
