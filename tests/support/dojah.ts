import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

type Body = object | string;
export type Reply = { status: number; body: Body; headers?: Record<string, string> } | "hang" | "close";

/** A local server that implements Dojah's protocol: lookups by GET, the key without "Bearer". */
export class FakeDojah {
  /** The calls, oldest first, as path and query. */
  readonly calls: URL[] = [];
  /** The response to a lookup. */
  reply: (call: URL) => Reply | Promise<Reply> = () => ({ status: 404, body: { error: "Record not found" } });
  url = "";

  private readonly server = http.createServer((request, response) => void this.answer(request, response));

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const call = new URL(request.url ?? "/", this.url);
    this.calls.push(call);
    const isAllowed = request.headers["appid"] === "app" && request.headers.authorization === "test_sk";
    const reply = isAllowed ? await this.reply(call) : { status: 401, body: { error: "Unauthorized" } };
    if (reply === "hang") return;
    if (reply === "close") return void request.socket.destroy();
    response.writeHead(reply.status, {
      "content-type": "application/json",
      ...("headers" in reply ? reply.headers : {}),
    });
    response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
  }

  async start(): Promise<this> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Returns the calls with this number. */
  callsOf = (number: string): URL[] =>
    this.calls.filter((call) => [...call.searchParams.values()].includes(number));

  get env(): Record<string, string> {
    return {
      IDENTITY_PROVIDER: "dojah",
      DOJAH_APP_ID: "app",
      DOJAH_SECRET_KEY: "test_sk",
      DOJAH_URL: this.url,
    };
  }
}
