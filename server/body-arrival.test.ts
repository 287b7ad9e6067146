import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isArriving, waitForBody } from "./body-arrival";

let server: http.Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Starts a server that sends bodies back; `admitted` holds the requests that have arrived. */
async function serve() {
  const admitted: IncomingMessage[] = [];
  server = http.createServer(async (req, res) => {
    if (!(await waitForBody(req, res))) return;
    admitted.push(req);
    buffer(req).then(
      (body) => res.end(body),
      () => undefined,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, admitted };
}

/** Begins a request whose body the test sends in chunks. */
function send(url: string, headers: http.OutgoingHttpHeaders) {
  const request = http.request(url, { method: "POST", headers, agent: false });
  const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
    request.once("response", (response) =>
      buffer(response).then((body) => resolve({ status: response.statusCode!, body: String(body) }), reject),
    );
    request.once("error", reject);
  });
  request.flushHeaders();
  return { request, answered };
}

describe("a small body", () => {
  it.each([
    ["with a length", { "content-length": 10 }],
    ["chunked", { "transfer-encoding": "chunked" }],
  ])("%s is awaited and passed on whole", async (_, headers) => {
    const { url, admitted } = await serve();
    const { request, answered } = send(url, headers);
    request.write("01234");
    // Another request completes in the meantime.
    expect(await (await fetch(url, { method: "POST", body: "whole" })).text()).toBe("whole");
    expect(admitted).toHaveLength(1);
    request.write("567");
    expect(await (await fetch(url, { method: "POST", body: "whole" })).text()).toBe("whole");
    expect(admitted).toHaveLength(2);
    request.end("89");
    expect(await answered).toEqual({ status: 200, body: "0123456789" });
  });

  it.each([0, 1, 64 * 1024, 64 * 1024 + 1, 300_000])("of %d bytes arrives unchanged", async (size) => {
    const { url } = await serve();
    for (const headers of [{ "content-length": size }, { "transfer-encoding": "chunked" }]) {
      const { request, answered } = send(url, headers);
      const body = "x".repeat(size);
      request.end(body);
      const answer = await answered;
      expect(answer.status).toBe(200);
      expect(answer.body === body).toBe(true);
    }
  });

  it("that is not read leaves the connection usable", async () => {
    server = http.createServer(async (req, res) => {
      if (await waitForBody(req, res)) res.end("unread");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    server.on("connection", (socket) => sockets.add(socket));
    for (let n = 0; n < 3; n += 1) {
      const request = http.request({
        port,
        host: "127.0.0.1",
        method: "POST",
        agent,
        headers: { "content-length": 10 },
      });
      request.flushHeaders();
      request.write("01234");
      await new Promise(setImmediate);
      request.end("56789");
      const [response] = (await once(request, "response")) as [IncomingMessage];
      expect(String(await buffer(response))).toBe("unread");
    }
    expect(sockets.size).toBe(1);
    agent.destroy();
  });

  it("whose client has disconnected is not passed on", async () => {
    const { url, admitted } = await serve();
    const gone = send(url, { "content-length": 10 });
    gone.answered.catch(() => undefined);
    const [, res] = (await once(server, "request")) as [IncomingMessage, http.ServerResponse];
    gone.request.destroy();
    await once(res, "close");
    expect((await fetch(url, { method: "POST", body: "next" })).status).toBe(200);
    expect(admitted).toHaveLength(1);
  });
});

describe("an upload", () => {
  it("is passed on while it is arriving", async () => {
    const { url, admitted } = await serve();
    const form = { "content-type": "multipart/form-data; boundary=b", "content-length": 1_000_000 };
    const { request, answered } = send(url, form);
    await vi.waitFor(() => expect(admitted).toHaveLength(1));
    expect(isArriving(admitted[0]!)).toBe(true);
    request.end(Buffer.alloc(1_000_000));
    expect((await answered).status).toBe(200);
    expect(isArriving(admitted[0]!)).toBe(false);
  });
});
