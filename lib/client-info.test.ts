import { describe, expect, it } from "vitest";
import { networkOf } from "./client-info";

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
