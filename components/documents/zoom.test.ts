import { describe, expect, it } from "vitest";
import { fitted, nextZoom } from "./zoom";

describe("the zoom of the image viewer", () => {
  it("steps up and down within its limits", () => {
    expect(nextZoom(1, 1)).toBe(1.25);
    expect(nextZoom(5, 1)).toBe(5);
    expect(nextZoom(1.25, -1)).toBe(1);
    expect(nextZoom(1, -1)).toBe(1);
  });

  it("fits the whole image at first, also when it is rotated", () => {
    const room = { width: 400, height: 300 };
    expect(fitted({ width: 800, height: 300 }, room, 1, 0).box).toEqual({ width: 400, height: 150 });
    expect(fitted({ width: 800, height: 300 }, room, 1, 1).box).toEqual({ width: 112.5, height: 300 });
    expect(fitted({ width: 800, height: 300 }, room, 2, 0).box).toEqual({ width: 800, height: 300 });
  });

  it("limits the enlargement of a tiny image", () => {
    expect(fitted({ width: 10, height: 10 }, { width: 400, height: 400 }, 1, 0).box.width).toBe(40);
  });
});
