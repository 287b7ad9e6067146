import http from "node:http";
import { describe, expect, it } from "vitest";
import { createHttpServer, createRequestListener, listen } from "./http-server.ts";
import { isOwnHost } from "./own-hosts.ts";

describe("the Host header of the demo", () => {
  it.each([
    ["localhost:3000", true],
    ["127.0.0.1:3000", true],
    ["[::1]:3000", true],
    ["192.168.1.20:3000", true],
    ["demo.example", true],
    ["demo.example:3000", true],
    ["evil.example:3000", false],
    ["localhost.evil.example", false],
    ["demo.example.evil.example", false],
    ["evil.example/localhost", false],
    ["", false],
    [undefined, false],
  ])("%s", (host, own) => {
    expect(isOwnHost(host, "https://demo.example")).toBe(own);
  });

  it("is checked before a request is passed on", async () => {
    const server = createHttpServer(5_000);
    const listener = createRequestListener({
      handle: (_, res) => Promise.resolve(void res.end("handled")),
      admit: () => true,
      hops: 0,
      isDraining: () => false,
      isOwnHost: (host) => isOwnHost(host, "http://localhost"),
    });
    server.on("request", (req, res) => void listener(req, res));
    await listen(server, 0, "127.0.0.1");
    const { port } = server.address() as { port: number };
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        http
          .get({ port, host: "127.0.0.1", headers: { host } }, (res) => resolve(res.resume().statusCode))
          .on("error", reject);
      });
    expect([await ask("localhost"), await ask("evil.example")]).toEqual([200, 421]);
    server.closeAllConnections();
    server.close();
  });
});
