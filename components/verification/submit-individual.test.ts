import { describe, expect, it } from "vitest";
import { shareOut } from "./submit-individual";

const file = (size: number) => new File([new Uint8Array(size)], "a");
const files = { identificationDocument: file(100), passportPhoto: file(300), utilityBill: file(100) };

describe("the progress of three files in one upload", () => {
  it("fills one after the other", () => {
    expect(shareOut(files, 0, 600)).toEqual({ identificationDocument: 0, passportPhoto: 0, utilityBill: 0 });
    expect(shareOut(files, 300, 600)).toEqual({
      identificationDocument: 100,
      passportPhoto: 50,
      utilityBill: 0,
    });
    expect(shareOut(files, 600, 600)).toEqual({
      identificationDocument: 100,
      passportPhoto: 100,
      utilityBill: 100,
    });
  });
  it("says nothing before the size is known", () => {
    expect(shareOut(files, 10, 0).passportPhoto).toBe(0);
  });
});
