// The demo has public passwords and an open outbox: a page of another site must not reach it through its own host name that resolves to
// this machine (DNS rebinding).
import { isIP } from "node:net";

/** Whether a Host header names this machine: by an address, as localhost, or by the public address. */
export function isOwnHost(host: string | undefined, appUrl: string): boolean {
  const url = `http://${host}`;
  if (!host || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(address) !== 0 || hostname === "localhost" || hostname === new URL(appUrl).hostname;
}
