import { describe, expect, it } from "vitest";
import { documentRule, imageRule } from "@/lib/verification/schema";
import { documentProblem, formerDocument, HEIC_MESSAGE, isStored } from "./documents";
import { asJpgName, fitInto } from "./fit-image";

const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type });

describe("what a file field holds", () => {
  it("is judged by the rule of its field", () => {
    const rows: [ReturnType<typeof file> | null, boolean, string | null][] = [
      [null, true, "File is required"],
      [null, false, null],
      [file("a.pdf", "application/pdf"), true, null],
      [file("a.gif", "image/gif"), true, "Allowed types: PDF, JPG, PNG"],
      [file("a.pdf", "application/pdf", 5 * 1024 * 1024 + 1), true, "Max file size is 5MB"],
      [file("IMG_1.HEIC", ""), true, HEIC_MESSAGE],
      [file("a", "image/heif"), true, HEIC_MESSAGE],
    ];
    for (const [value, required, message] of rows) {
      expect(documentProblem(value, documentRule, required)).toBe(message);
    }
    expect(documentProblem(file("a.pdf", "application/pdf"), imageRule)).toBe("Allowed types: JPG, PNG");
  });

  it("may be a document that the server has", () => {
    const former = formerDocument("/api/files/0198-a");
    expect(former).toMatchObject({ id: "0198-a", name: "Document you sent before", former: true });
    expect(isStored(former)).toBe(true);
    expect(isStored(file("a.pdf", "application/pdf"))).toBe(false);
    expect(documentProblem(former, imageRule)).toBeNull();
    expect(formerDocument(null)).toBeNull();
  });
});

describe("a photo that is made smaller", () => {
  it("keeps its proportions", () => {
    expect(fitInto(6000, 3000, 3000)).toEqual({ width: 3000, height: 1500 });
    expect(fitInto(800, 600, 3000)).toEqual({ width: 800, height: 600 });
    expect(fitInto(90_000, 2, 3000)).toEqual({ width: 3000, height: 1 });
  });
  it("is named as what it has become", () => {
    expect(asJpgName("IMG_0042.HEIC")).toBe("IMG_0042.jpg");
    expect(asJpgName("my.photo.png")).toBe("my.photo.jpg");
    expect(asJpgName(".png")).toBe("photo.jpg");
  });
});
