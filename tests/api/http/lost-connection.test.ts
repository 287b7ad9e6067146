import net from "node:net";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createClient, type Client } from "@/lib/db/client";
import { isUnreachable } from "@/lib/db/errors";
import { stack } from "../../support/stack";

/** A proxy before PostgreSQL that resets a connection when the client sends `trigger` on it. */
let proxy: net.Server;
let proxyUrl: string;
let client: Client;
let trigger: string | null = null;
beforeAll(async () => {
  const database = new URL(stack().env["DATABASE_URL"]!);
  const { hostname } = database;
  const port = Number(database.port);
  proxy = net.createServer((socket) => {
    const upstream = net.connect(port, hostname);
    socket.on("data", (bytes) => {
      if (trigger && bytes.includes(trigger)) {
        trigger = null;
        socket.resetAndDestroy();
      } else upstream.write(bytes);
    });
    upstream.pipe(socket);
    for (const end of [socket, upstream]) end.on("error", () => undefined);
    socket.once("close", () => upstream.destroy());
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  database.port = String((proxy.address() as net.AddressInfo).port);
  database.hostname = "127.0.0.1";
  proxyUrl = database.toString();
});
afterAll(() => proxy?.close());

// A new server for each test: the text of a prepared statement is sent only once.
beforeEach(() => {
  client = createClient(proxyUrl);
});
afterEach(() => client.$disconnect());

describe("a connection that is reset (threat 43, 66)", () => {
  const work = () =>
    client.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 'raw query'`;
      return tx.user.count({ where: { name: "model query" } });
    });

  it.each(["BEGIN", "raw query", '"users"', "COMMIT"])("at %s is answered with 503", async (text) => {
    trigger = text;
    const error: unknown = await work().catch((reason: unknown) => reason);
    expect(trigger).toBeNull();
    expect([text, isUnreachable(error)]).toEqual([text, true]);
    // The next one has a new connection.
    expect(await work()).toBe(0);
  });
});
