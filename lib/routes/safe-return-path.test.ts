import { describe, expect, it } from "vitest";
import { safeReturnPath } from "./policy";

describe("safeReturnPath (threat 31)", () => {
  it("returns paths of this site", () => {
    const longest = `/${"a".repeat(1_999)}`;
    for (const path of [
      "/dashboard",
      "/admin/users?page=2&q=a%20b",
      "/plans/x#top",
      "/apis",
      "/x/api/y",
      "/x//",
      longest,
    ])
      expect(safeReturnPath(path)).toBe(path);
    expect(safeReturnPath(`${longest}a`)).toBeNull();
  });
  it("returns null for everything that leads to another site", () => {
    const hostile = [
      "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example", "/\n/evil.example",
      "https://evil.example", "http:evil.example", "javascript:alert(1)", "data:text/html,x", "evil.example", " /dashboard",
      "", "/./\\evil.example", "/..//evil.example", "/%0d%0aSet-Cookie:x=1\r\n", "/\u0000", "/api/auth/logout", "/a/..//evil.example",
      "?next=//evil", "#x", "/".concat("a".repeat(3000)), "mailto:a@b.c", "//user@evil.example", "/\u007f",
      "//", "/api", "/api?x", "/api/",
    ]; // oxfmt-ignore
    for (const value of hostile) expect([value, safeReturnPath(value)]).toEqual([value, null]);
    expect(safeReturnPath(null)).toBeNull();
  });
});
