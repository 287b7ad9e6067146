import { describe, expect, it } from "vitest";
import { networkOf, networksOf } from "./client-info";

describe("networkOf (threat 4)", () => {
  it("returns the whole IPv4 address, also for IPv4-mapped IPv6", () => {
    expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
    expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  });
  it("ignores the port", () => {
    expect(networkOf("203.0.113.7:5678")).toBe("203.0.113.7");
    expect(networkOf("[2001:db8:1:2::1]:443")).toBe("2001:db8:1:2::/64");
  });
  it("returns one network for all addresses of an IPv6 subscriber", () => {
    expect(networkOf("2001:db8:1:2:aaaa::1")).toBe(networkOf("2001:db8:1:2:ffff:1:2:3"));
    expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
    expect(networkOf("2001:DB8:0001:2::1%eth0")).toBe(networkOf("2001:db8:1:2::9"));
    expect(networkOf("::1")).toBe("0:0:0:0::/64");
  });
});

describe("networksOf (threat 59)", () => {
  const names = (ip: string) => networksOf(networkOf(ip)).map(({ network }) => network);
  it("returns an IPv4 address alone", () => {
    expect(networksOf("203.0.113.7")).toEqual([{ network: "203.0.113.7", factor: 1 }]);
    expect(names("unknown")).toEqual(["unknown"]);
  });
  it("returns the /64, /56 and /48 of an IPv6 address, wider ones with higher limits", () => {
    expect(networksOf(networkOf("2001:db8:1:2345::1"))).toEqual([
      { network: "2001:db8:1:2345::/64", factor: 1 },
      { network: "2001:db8:1:2300::/56", factor: 2 },
      { network: "2001:db8:1::/48", factor: 4 },
    ]);
    expect(names("2001:db8:1:23ff::1").slice(1)).toEqual(names("2001:db8:1:2300::1").slice(1));
    expect(names("2001:db8:1:2400::1")[1]).not.toBe(names("2001:db8:1:2300::1")[1]);
    expect(names("::1")).toEqual(["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0::/48"]);
  });
});
