// Overwrites the headers that identify the client, so that values sent by clients are ignored.
import type { IncomingHttpHeaders } from "node:http";

/** Internal headers of Next.js. */
const nextInternal =
  /^(x-middleware-|x-invoke-|x-nextjs-data$|x-matched-path$|x-now-route-matches$|x-next-resume|next-resume$)/;
const proxyHeaders = [
  "forwarded",
  "x-real-ip",
  "x-client-ip",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
];

/** `::ffff:10.0.0.1` is an IPv4 address on a dual-stack socket. */
const toPlainAddress = (address = ""): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * Returns the client's address. Behind N trusted proxies, each of which appends the address it saw, it is the Nth entry from the right of
 * X-Forwarded-For; all others were written by the client. With fewer entries, the request bypassed a proxy, and the socket's address is
 * used.
 */
export function clientAddress(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  hops: number,
): string {
  const list = (forwardedFor ?? "").split(",").map(toPlainAddress).filter(Boolean);
  const found = hops > 0 ? list.at(-hops) : undefined;
  if (found && list.length >= hops && /^[0-9a-f:.]+$/i.test(found)) return found;
  return toPlainAddress(socketAddress) || "unknown";
}

interface ForwardedRequest {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string };
}

/** Overwrites the headers that identify the client. Returns its address. */
export function overwriteForwardedHeaders({ headers, socket }: ForwardedRequest, hops: number): string {
  const address = clientAddress(String(headers["x-forwarded-for"] ?? ""), socket.remoteAddress, hops);
  for (const name of Object.keys(headers)) {
    // A trusted proxy may set the host and scheme of the original request.
    if (nextInternal.test(name) || (hops === 0 && proxyHeaders.includes(name))) delete headers[name];
  }
  headers["x-forwarded-for"] = address;
  headers["x-seedline-client-ip"] = address;
  return address;
}
