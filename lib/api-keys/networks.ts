import "server-only";
import { BlockList, isIP } from "node:net";

/** Networks in CIDR notation (RFC 4632, RFC 4291), such as `203.0.113.0/24`; an address is a network of its own. */
interface Network {
  address: string;
  family: "ipv4" | "ipv6";
  prefix: number;
}

/** Parses a network; null if it is none. */
export function parseNetwork(typed: string): Network | null {
  const [, address = "", length] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(typed.trim()) ?? [];
  const version = isIP(address);
  if (version === 0) return null;
  const most = version === 4 ? 32 : 128;
  const prefix = length === undefined ? most : Number(length);
  return prefix <= most ? { address, family: version === 4 ? "ipv4" : "ipv6", prefix } : null;
}

/** Whether an address is in one of these networks. IPv4 addresses within IPv6 count as IPv4. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
  const version = isIP(plain);
  if (version === 0) return false;
  const list = new BlockList();
  for (const each of networks) {
    const network = parseNetwork(each);
    if (network) list.addSubnet(network.address, network.prefix, network.family);
  }
  return list.check(plain, version === 4 ? "ipv4" : "ipv6");
}
