import { execFileSync } from "node:child_process";
import { machines, type MachineName } from "../../../deploy/ha/configure.ts";

/** How machines reach each other. */
export interface Network {
  /** The addresses from which PostgreSQL accepts connections. */
  cidr: string;
  address: (machine: MachineName) => string;
  /** The address of this process, for services outside the machines. */
  outside: string;
  /** The command prefix that runs a program on a machine. */
  on: (machine: MachineName) => string[];
  /** Cuts a machine off from everything else, or connects it again. */
  connect: (machine: MachineName, isConnected: boolean) => void;
  remove: () => void;
}

/** All machines are this one, at different loopback addresses. */
export const loopback: Network = {
  cidr: "127.0.0.0/8",
  address: (machine) => `127.0.77.${machines.indexOf(machine) + 1}`,
  outside: "127.0.0.1",
  on: () => [],
  connect: () => {
    throw new Error("Loopback addresses cannot be cut off.");
  },
  remove: () => undefined,
};

const BRIDGE = "seedline-ha";
const space = (machine: MachineName) => `seedline-${machine}`;
/** The outer end of a machine's cable. */
const cable = (machine: MachineName) => `slha-${machine}`;
const ip = (...args: string[]) => execFileSync("ip", args, { stdio: ["ignore", "pipe", "pipe"] }).toString();

function removeNamespaces(): void {
  for (const line of ip("netns", "list").split("\n")) {
    const name = line.split(" ")[0]!;
    if (machines.some((machine) => space(machine) === name)) ip("netns", "delete", name);
  }
  if (ip("-o", "link", "show").includes(` ${BRIDGE}:`)) ip("link", "delete", BRIDGE);
}

/** Gives each machine a network namespace (Linux, root), so that it can be cut off. */
export function createNamespaces(): Network {
  const address = (machine: MachineName) => `10.77.0.${machines.indexOf(machine) + 1}`;
  const outside = "10.77.0.254";
  removeNamespaces();
  ip("link", "add", BRIDGE, "type", "bridge");
  ip("address", "add", `${outside}/24`, "dev", BRIDGE);
  ip("link", "set", BRIDGE, "up");
  for (const machine of machines) {
    const [outer, inner] = [cable(machine), `${cable(machine)}i`];
    ip("netns", "add", space(machine));
    ip("link", "add", outer, "type", "veth", "peer", "name", inner);
    ip("link", "set", outer, "master", BRIDGE);
    ip("link", "set", outer, "up");
    ip("link", "set", inner, "netns", space(machine));
    const within = (...args: string[]) => ip("-n", space(machine), ...args);
    within("address", "add", `${address(machine)}/24`, "dev", inner);
    within("link", "set", inner, "up");
    within("link", "set", "lo", "up");
  }
  return {
    cidr: "10.77.0.0/24",
    address,
    outside,
    on: (machine) => ["ip", "netns", "exec", space(machine)],
    connect: (machine, isConnected) => void ip("link", "set", cable(machine), isConnected ? "up" : "down"),
    remove: removeNamespaces,
  };
}
