import { once } from "node:events";
import http from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { answerInTime } from "./deadline.mjs";

let server;
afterEach(() => server.close());

async function serve(handle) {
  server = http.createServer((req, res) => {
    answerInTime(req, res, 50);
    handle(req, res);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${server.address().port}`;
}

describe("a request that hangs", () => {
  it("is told to come again, whether it has a body or not", async () => {
    const url = await serve((req) => req.resume());
    for (const init of [{}, { method: "POST", body: "x" }]) {
      const response = await fetch(url, init);
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(await response.json()).toMatchObject({ success: false, error: "UNAVAILABLE" });
    }
  });

  it("is not one whose body still comes", async () => {
    const url = await serve((req, res) => req.resume().on("end", () => res.end("done")));
    const request = http.request(url, { method: "POST" });
    const answered = once(request, "response");
    for (let n = 0; n < 6; n += 1) {
      request.write("x");
      await new Promise((next) => setTimeout(next, 20));
    }
    request.end();
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    response.resume();
  });

  it("is not one whose answer has begun", async () => {
    const url = await serve((req, res) => {
      res.write("a");
      setTimeout(() => res.end("b"), 120);
    });
    expect(await (await fetch(url)).text()).toBe("ab");
  });
});
