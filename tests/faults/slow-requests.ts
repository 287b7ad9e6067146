import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";

export interface SlowReply {
  /** 0 if the connection ended without a response. */
  status: number;
  retryAfter: boolean;
  body: string;
}

interface SlowRequest {
  replied: Promise<SlowReply>;
  stop: () => void;
}

const DRIP_MS = 200;

/** Sends a request on its own connection, whose body arrives one byte at a time and never ends. */
export function sendSlowBody(
  url: string,
  headers: http.OutgoingHttpHeaders,
  localAddress = "127.0.0.1",
): SlowRequest {
  const request = http.request(url, { method: "POST", agent: false, family: 4, localAddress, headers });
  request.flushHeaders();
  const drip = setInterval(() => request.write("{"), DRIP_MS);
  const replied = once(request, "response")
    .then(async ([response]: IncomingMessage[]) => ({
      status: response!.statusCode ?? 0,
      retryAfter: "retry-after" in response!.headers,
      body: await text(response!),
    }))
    .catch(() => ({ status: 0, retryAfter: false, body: "" }))
    .finally(() => clearInterval(drip));
  request.on("error", () => undefined);
  return { replied, stop: () => request.destroy() };
}

/** Opens a connection on which a request's headers arrive one byte at a time and never end. Resolves with the status that ends it. */
export async function sendSlowHeaders(url: string): Promise<number> {
  const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  const drip = setInterval(() => socket.write("x"), DRIP_MS);
  const reply = await text(socket).catch(() => "");
  clearInterval(drip);
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1] ?? 0);
}
