import { describe, expect, it } from "vitest";
import { MENU_PX, PAGE_PX, swipeOf } from "./swipe";

const went = (x: number, y: number, ms: number, distance = MENU_PX) =>
  swipeOf({ x: 100, y: 100, at: 1_000 }, { x: 100 + x, y: 100 + y, at: 1_000 + ms }, distance);

describe("a swipe (product 9)", () => {
  it("needs 50 px for the menu and 75 px for a page", () => {
    expect([went(49, 0, 200), went(50, 0, 200), went(-50, 0, 200)]).toEqual([null, "right", "left"]);
    expect([went(74, 0, 200, PAGE_PX), went(75, 0, 200, PAGE_PX), went(-75, 0, 200, PAGE_PX)]).toEqual([
      null,
      "right",
      "left",
    ]);
  });
  it("lasts at most half a second", () => {
    expect([went(80, 0, 500), went(80, 0, 501)]).toEqual(["right", null]);
  });
  it("is not recognized in a vertical movement", () => {
    expect([went(60, 20, 200), went(60, 60, 200), went(60, 300, 200)]).toEqual(["right", null, null]);
  });
});
