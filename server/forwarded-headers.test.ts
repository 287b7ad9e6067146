import { describe, expect, it } from "vitest";
import { clientAddress, overwriteForwardedHeaders } from "./forwarded-headers";

describe("clientAddress", () => {
  it.each([
    ["1.1.1.1", "10.0.0.9", 0, "10.0.0.9"],
    [undefined, "::ffff:10.0.0.9", 0, "10.0.0.9"],
    ["6.6.6.6, 1.1.1.1", "10.0.0.9", 1, "1.1.1.1"],
    ["6.6.6.6, 1.1.1.1, 10.0.0.8", "10.0.0.9", 2, "1.1.1.1"],
    ["1.1.1.1", "10.0.0.9", 2, "10.0.0.9"],
    ["", "2001:db8::1", 1, "2001:db8::1"],
    ["<script>", "10.0.0.9", 1, "10.0.0.9"],
    [undefined, undefined, 0, "unknown"],
  ])("%s from %s behind %i proxies is %s", (header, socket, hops, expected) => {
    expect(clientAddress(header, socket, hops)).toBe(expected);
  });
});

describe("overwriteForwardedHeaders", () => {
  const request = (headers: Record<string, string>) => ({ headers, socket: { remoteAddress: "10.0.0.9" } });

  it("replaces headers that the client sent", () => {
    const req = request({
      "x-forwarded-for": "6.6.6.6",
      "x-seedline-client-ip": "6.6.6.6",
      "x-forwarded-host": "evil.example",
      "x-middleware-subrequest": "middleware",
      "x-nextjs-data": "1",
      rsc: "1",
    });
    overwriteForwardedHeaders(req, 0);
    expect(req.headers).toEqual({
      "x-forwarded-for": "10.0.0.9",
      "x-seedline-client-ip": "10.0.0.9",
      rsc: "1",
    });
  });

  it("retains the host that a trusted proxy reports", () => {
    const req = request({ "x-forwarded-for": "6.6.6.6, 1.1.1.1", "x-forwarded-host": "seedline.example" });
    overwriteForwardedHeaders(req, 1);
    expect(req.headers["x-forwarded-host"]).toBe("seedline.example");
    expect(req.headers["x-seedline-client-ip"]).toBe("1.1.1.1");
  });
});
