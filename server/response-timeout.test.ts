import { once } from "node:events";
import http, { type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { enforceResponseTimeout } from "./response-timeout";

let server: http.Server;
afterEach(() => server.close());

async function serve(handle: RequestListener) {
  server = http.createServer((req, res) => {
    enforceResponseTimeout(req, res, 50);
    handle(req, res);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a response that is not sent in time", () => {
  it("is replaced by 503, with and without a request body", async () => {
    const url = await serve((req) => void req.resume());
    for (const init of [{}, { method: "POST", body: "x" }]) {
      const response = await fetch(url, init);
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(await response.json()).toMatchObject({ success: false, error: "UNAVAILABLE" });
    }
  });

  it("is not expected while the request body is arriving", async () => {
    const url = await serve((req, res) => void req.resume().on("end", () => res.end("done")));
    const request = http.request(url, { method: "POST" });
    const answered = once(request, "response");
    for (let n = 0; n < 6; n += 1) {
      request.write("x");
      await sleep(20);
    }
    request.end();
    const [response] = (await answered) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.resume();
  });

  it("may take longer after it has started", async () => {
    const url = await serve((req, res) => {
      res.write("a");
      setTimeout(() => res.end("b"), 120);
    });
    expect(await (await fetch(url)).text()).toBe("ab");
  });
});
