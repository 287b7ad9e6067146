import { describe, expect, it } from "vitest";
import { acceptsPageCookie, decideRefresh, isOpen } from "./session-policy";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.now();
const ago = (ms: number) => new Date(now - ms);

describe("the end of a session (threat 57)", () => {
  const open = (role: "investor" | "admin", age: number, idle: number) =>
    isOpen({ createdAt: ago(age), lastSeenAt: ago(idle), endedAt: null }, role, now);

  it.each([
    ["investor", 30 * DAY, 180 * DAY],
    ["admin", HOUR / 2, 12 * HOUR],
  ] as const)("of a user with role %s depends on its last use and its age", (role, idle, max) => {
    expect(open(role, idle - 1, idle - 1)).toBe(true);
    expect(open(role, idle, idle)).toBe(false);
    expect(open(role, max - 1, 0)).toBe(true);
    expect(open(role, max, 0)).toBe(false);
  });

  it("is final", () => {
    expect(isOpen({ createdAt: ago(0), lastSeenAt: ago(0), endedAt: ago(0) }, "investor", now)).toBe(false);
  });
});

describe("the use of a refresh token (threat 11-13, 57)", () => {
  const state = {
    refreshCounter: 5,
    parentCounter: 4,
    rotatedAt: ago(0),
    rotatedBy: "phone",
    repeatedCounter: -1,
  };

  it.each([
    ["the newest token", 5, {}, "rotate"],
    ["a number that was never issued", 6, {}, "unknown"],
    ["the parent, by a parallel request", 4, {}, "repeat"],
    ["the parent, nine seconds later", 4, { rotatedAt: ago(9_999) }, "repeat"],
    ["the parent, ten seconds later", 4, { rotatedAt: ago(10_000) }, "replace"],
    ["the parent, by another client", 4, { rotatedBy: "laptop" }, "replace"],
    ["the parent again", 4, { repeatedCounter: 5 }, "repeat"],
    ["the parent, when it was itself repeated", 4, { repeatedCounter: 4 }, "replace"],
    ["a token whose successor was used", 3, {}, "reuse"],
    ["a successor that was replaced", 5, { refreshCounter: 6 }, "reuse"],
  ])("%s", (_, counter, change, decision) => {
    expect(decideRefresh({ ...state, ...change }, counter, "phone", now)).toBe(decision);
  });

  it("of two clients in step is noticed by the third rotation", () => {
    // Both start with token 0 and take turns refreshing, the copy always right after the original, from the same network and browser.
    let session = { ...state, refreshCounter: 0, parentCounter: -1, rotatedBy: "" };
    const use = (counter: number) => {
      const decision = decideRefresh(session, counter, "phone", now);
      if (decision === "repeat") session = { ...session, repeatedCounter: session.refreshCounter };
      if (decision === "rotate" || decision === "replace")
        session = {
          ...session,
          refreshCounter: session.refreshCounter + 1,
          parentCounter: counter,
          rotatedBy: "phone",
        };
      return [decision, session.refreshCounter] as const;
    };
    const held = { original: 0, copy: 0 };
    const decisions: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      for (const client of ["original", "copy"] as const) {
        const [decision, counter] = use(held[client]);
        decisions.push(decision);
        held[client] = counter;
      }
    }
    expect(decisions.slice(0, 5)).toEqual(["rotate", "repeat", "rotate", "replace", "reuse"]);
  });
});

describe("a page cookie (threat 57)", () => {
  it("is valid until the successor of its refresh token is used", () => {
    const accepts = (counter: number, state = { refreshCounter: 5, parentCounter: 4 }) =>
      acceptsPageCookie(state, counter);
    expect([3, 4, 5, 6].map((counter) => accepts(counter))).toEqual([false, true, true, false]);
    // A replaced successor is no longer valid.
    expect(accepts(5, { refreshCounter: 6, parentCounter: 4 })).toBe(false);
  });
});
