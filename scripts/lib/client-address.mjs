// Headers that say who the client is are ours to write. A client that sends them gains nothing.

/** Headers of Next's own machinery, and of proxies: never believed when a client sends them. */
const internal =
  /^(x-middleware-|x-invoke-|x-nextjs-data$|x-matched-path$|x-now-route-matches$|x-next-resume|next-resume$)/;
const proxy = [
  "forwarded",
  "x-real-ip",
  "x-client-ip",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
];

/** `::ffff:10.0.0.1` is how IPv4 looks on a socket that takes both. */
const plain = (address) => (address ?? "").trim().replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * The client's address. With N trusted proxies in front, each of which appends the address it saw, it is the Nth from the
 * right of X-Forwarded-For; what stands further left was written by the client. Fewer than N entries: the request did not
 * come through all of them, and the socket is all there is to know.
 */
export function clientAddress(forwardedFor, socketAddress, hops) {
  if (hops > 0) {
    const list = (forwardedFor ?? "").split(",").map(plain).filter(Boolean);
    const found = list.at(-hops);
    if (list.length >= hops && found && /^[0-9a-f:.]+$/i.test(found)) return found;
  }
  return plain(socketAddress) || "unknown";
}

/** Replaces what the client said about itself with what we know. */
export function trustOnly(req, hops) {
  const address = clientAddress(req.headers["x-forwarded-for"], req.socket.remoteAddress, hops);
  for (const name of Object.keys(req.headers)) {
    // A trusted proxy may say by which name and scheme it was reached; without one nobody may.
    if (internal.test(name) || (hops === 0 && proxy.includes(name))) delete req.headers[name];
  }
  req.headers["x-forwarded-for"] = address;
  req.headers["x-seedline-client-ip"] = address;
  return address;
}
