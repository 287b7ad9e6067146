// The import includes the file extension, because the server loads this file directly.
import { env } from "./env.ts";

export interface Client {
  /** The trusted client address (TRUSTED_PROXY_HOPS), used for limits: IPv4 in full, IPv6 as its /64. */
  network: string;
  userAgent: string;
  /** The value of the device cookie; null on a browser's first login. */
  device: string | null;
}

/** Returns the cookie that marks a browser on which users have logged in (threat 53). Over https, only this host can set it. */
export const deviceCookie = () =>
  `${new URL(env.APP_URL).protocol === "https:" ? "__Host-" : ""}seedline.device`;

/** Set by the server from the socket or the trusted proxy; a client's own value is overwritten (threat 4). */
export const CLIENT_IP_HEADER = "x-seedline-client-ip";

/** Returns the part of an address that identifies a subscriber: an IPv6 subscriber has a whole /64. */
export function networkOf(ip: string): string {
  const address = ip
    .replace(/^\[(.*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "")
    .replace(/%.*$/, "");
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const groups = address.includes("::")
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right]
    : left;
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/**
 * Returns the networks that contain a client's network, and the factor by which the limit of each is higher: a provider assigns a
 * subscriber a /64, or a /56 or /48 that contains many of them (threat 59). An IPv4 address is its own network.
 */
export function networksOf(network: string): { network: string; factor: number }[] {
  const own = { network, factor: 1 };
  const groups = network.split(":");
  if (!network.endsWith("::/64")) return [own];
  const [a = "0", b = "0", c = "0", d = "0"] = groups;
  const upper = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [
    own,
    { network: `${a}:${b}:${c}:${upper}::/56`, factor: 2 },
    { network: `${a}:${b}:${c}::/48`, factor: 4 },
  ];
}

export function clientOf(headers: Headers): Client {
  return {
    network: networkOf(headers.get(CLIENT_IP_HEADER) ?? "unknown"),
    userAgent: (headers.get("user-agent") ?? "").slice(0, 300),
    device: deviceIn(headers.get("cookie") ?? ""),
  };
}

function deviceIn(cookies: string): string | null {
  const prefix = `${deviceCookie()}=`;
  const value = cookies
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix))
    ?.slice(prefix.length);
  return value && /^[\w-]{32}$/.test(value) ? value : null;
}
