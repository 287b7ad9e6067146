// The HTTP server in front of Next.js, called by a client that violates the protocol.
import { spawnSync } from "node:child_process";
import net from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { childEnv, root } from "./process";
import { startServer, type Server } from "../tests/support/server";
import { stack } from "../tests/support/stack";

const shared = stack();
const portOf = (url: string) => Number(new URL(url).port);
const database = { dataDir: shared.dataDir, env: shared.env };

/** Opens a connection; `closed` resolves with the received text. */
function connect(port: number) {
  const socket = net.connect(port, "localhost");
  let received = "";
  socket.on("data", (chunk) => (received += String(chunk)));
  socket.on("error", () => {});
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  return { socket, closed };
}

/** Sends raw bytes; returns status, head and body. */
async function raw(text: string) {
  const connection = connect(portOf(shared.urls[0]));
  connection.socket.write(text);
  const answer = await connection.closed;
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body };
}

const rest = "Host: localhost\r\nConnection: close\r\n\r\n";

describe("failures under /api return the JSON envelope", () => {
  it.each([
    ["a registered method", `TRACE /api/health HTTP/1.1\r\n${rest}`, 405, "METHOD_NOT_ALLOWED"],
    ["a WebDAV method", `PROPFIND /api/health HTTP/1.1\r\n${rest}`, 405, "METHOD_NOT_ALLOWED"],
    ["an unknown method", `FOO /api/health HTTP/1.1\r\n${rest}`, 501, "NOT_IMPLEMENTED"],
    ["CONNECT", `CONNECT localhost:443 HTTP/1.1\r\n${rest}`, 405, "METHOD_NOT_ALLOWED"],
    ["an undecodable path", `GET /api/%ff HTTP/1.1\r\n${rest}`, 400, "BAD_REQUEST"],
    ["no Host", "GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "BAD_REQUEST"],
    ["a request that is not HTTP", "hello\r\n\r\n", 400, "BAD_REQUEST"],
    [
      "two body lengths",
      `POST /api/x HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n${rest}`,
      400,
      "BAD_REQUEST",
    ],
    [
      "an invalid chunk",
      `POST /api/nothing-here HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${rest}zz\r\n`,
      400,
      "BAD_REQUEST",
    ],
    ["large headers", `GET /api/x HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n${rest}`, 431, "PAYLOAD_TOO_LARGE"],
    ["an Expect header", `POST /api/x HTTP/1.1\r\nExpect: wonders\r\n${rest}`, 417, "BAD_REQUEST"],
    ["an unknown path", `GET /api/nothing/here HTTP/1.1\r\n${rest}`, 404, "NOT_FOUND"],
    ["an unknown path, encoded", `GET /%61pi/nothing/here HTTP/1.1\r\n${rest}`, 404, "NOT_FOUND"],
    [
      "an absolute URL as for a proxy",
      `GET http://evil.example/api/nothing/here HTTP/1.1\r\n${rest}`,
      404,
      "NOT_FOUND",
    ],
  ])("%s", async (_, text, status, code) => {
    const answer = await raw(text);
    expect(answer.status).toBe(status);
    expect(answer.head).toContain("content-type: application/json");
    // The body comes chunked, between two sizes.
    const json = JSON.parse(answer.body.slice(answer.body.indexOf("{"), answer.body.lastIndexOf("}") + 1));
    expect(json).toMatchObject({ success: false, error: code, message: expect.stringMatching(/.+/) });
  });

  it("answers HEAD without a body", async () => {
    const answer = await raw(`HEAD /api/nothing/here HTTP/1.1\r\n${rest}`);
    expect([answer.status, answer.body]).toEqual([404, ""]);
  });

  it("closes an upgrade request", async () => {
    const answer = await raw(
      "GET /api/nothing/here HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n",
    );
    expect(answer.status).toBe(404);
  });
});

describe("path traversal with dot segments (threat 21, 48)", () => {
  it.each([
    "/_next/static/../../api/auth/me",
    "/_next/static/%2e%2e/%2E%2E/api/auth/me",
    "/_next/static/..%2f..%2fapi/auth/me",
    "/_next/static/..\\..\\api/auth/me",
    "/_next/static/..%5c..%5capi/auth/me",
    "/./api/auth/me",
    "/about/..",
    "http://evil.example/_next/static/../../api/auth/me",
  ])("%s returns the 404 page", async (address) => {
    const { status, head, body } = await raw(`GET ${address} HTTP/1.1\r\n${rest}`);
    expect(status).toBe(404);
    expect(head).toContain("content-type: text/html");
    expect(head).toMatch(/script-src 'self'(?: 'sha256-[\w+/=]+')+;/i);
    expect(body).toContain("404 - Not Found");
  });

  it.each(["/api/health/../auth/me", "/api/health/%2e%2e/auth/me", "/api/..%2fabout", "/api/."])(
    "%s returns the envelope",
    async (address) => {
      const { status, head, body } = await raw(`GET ${address} HTTP/1.1\r\n${rest}`);
      expect(status).toBe(404);
      expect(head).toContain("content-type: application/json");
      expect(body).toContain('"error":"NOT_FOUND"');
    },
  );

  it("does not affect dots in names", async () => {
    expect((await raw(`GET /about..x HTTP/1.1\r\n${rest}`)).status).toBe(404);
    expect((await raw(`GET /site.js?../x HTTP/1.1\r\n${rest}`)).status).toBe(200);
  });
});

describe("stopping (threat 46)", () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop("SIGKILL"));

  it("completes requests in flight, accepts no new ones and closes idle connections", async () => {
    const body = JSON.stringify({ email: "nobody@demo.example", password: "not the password" });
    const inFlight = Array.from({ length: 20 }, () => {
      const connection = connect(server.port);
      connection.socket.write(
        `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
      );
      return connection;
    });
    const idle = connect(server.port);
    await new Promise((resolve) => setTimeout(resolve, 500));

    const ended = server.stop("SIGTERM");
    await vi.waitFor(() => expect(fetch(server.url)).rejects.toThrow(), { timeout: 10_000 });
    for (const { socket } of inFlight) socket.write(body.slice(5));

    for (const { closed } of inFlight)
      expect(await closed).toMatch(/^HTTP\/1\.1 (401|429) [^]*"success":false/);
    expect(await idle.closed).toBe("");
    expect(await ended).toMatchObject({ code: 0 });
  });
});

describe("a failed start logs the reason in one line", () => {
  const serve = (env: Record<string, string | undefined>) =>
    spawnSync("node", [path.join(root, "server/main.ts")], {
      cwd: root,
      encoding: "utf8",
      env: childEnv({ ...shared.env, APP_URL: "http://localhost:1", ...env }),
    });

  it("names each missing variable", () => {
    const { status, stderr } = serve({ AUTH_SECRET: undefined, PII_KEYS: undefined });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^ {2}AUTH_SECRET /m);
    expect(stderr).toMatch(/^ {2}PII_KEYS /m);
    expect(stderr).not.toContain("BLIND_INDEX_KEY");
  });

  it("names the port in use", () => {
    const port = portOf(shared.urls[0]);
    const { status, stderr } = serve({ PORT: String(port) });
    expect([status, stderr.trim()]).toEqual([1, `Port ${port} is in use. Set PORT to another one.`]);
  });

  it("reports an unreachable database without its password", () => {
    const { status, stderr } = serve({
      PORT: "0",
      DATABASE_URL: "postgresql://seedline:hidden-word@127.0.0.1:1/seedline",
    });
    expect(status).toBe(1);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).not.toContain("hidden-word");
  });
});
