import { describe, expect, it } from "vitest";
import { contentTypeOf, hasActiveName, kindOf, nameAs, type FileKind } from "./file-kinds";

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

describe("the kind of a file", () => {
  it.each<[FileKind | null, string]>([
    ["pdf", "%PDF-1.7"],
    ["pdf", "\xef\xbb\xbf%PDF-1.7"],
    ["pdf", "\n%PDF-1.4"],
    ["pdf", `Content-Type: application/pdf\r\n\r\n%PDF-1.4`],
    ["pdf", `${"\n".repeat(1_019)}%PDF-`],
    ["text", `${"\n".repeat(1_020)}%PDF-`],
    ["jpeg", "\xff\xd8\xff\xe1 %PDF-"],
    ["png", "\x89PNG\r\n\x1a\n"],
    [null, "\n\x89PNG\r\n\x1a\n"],
    ["heic", "\0\0\0\x18ftypheic"],
    ["avif", "\0\0\0\x18ftypavif"],
    ["video", "\0\0\0\x18ftypmp42"],
    ["webp", "RIFF1234WEBP"],
    ["gif", "GIF89a"],
    ["bmp", "BM\x36\x10\x0e\0\0\0\0\0"],
    ["tiff", "II*\0"],
    ["word", "PK\x03\x04...word/document.xml"],
    ["office", "PK\x03\x04"],
    ["office", "\xd0\xcf\x11\xe0"],
    ["rtf", "{\\rtf1"],
    ["svg", "<svg xmlns='x'>"],
    ["svg", "<svg/>"],
    ["html", "<!doctype html>%PDF-1.7"],
    ["text", "Dear Sir"],
    [null, "\x7fELF\0"],
    [null, ""],
  ])("%s: %j", (kind, head) => {
    expect(kindOf(bytes(head))).toBe(kind);
    const stored = kind === "pdf" || kind === "jpeg" || kind === "png";
    expect(contentTypeOf(kind) !== null).toBe(stored);
  });
});

describe("the name of a stored file", () => {
  it.each<[FileKind, string, string]>([
    ["pdf", "a.PDF", "a.PDF"],
    ["pdf", "scan", "scan.pdf"],
    ["jpeg", "IMG_0042.HEIC", "IMG_0042.jpg"],
    ["jpeg", "a.jpeg", "a.jpeg"],
    ["jpeg", "my.photo.png", "my.photo.jpg"],
    ["jpeg", ".png", "document.jpg"],
    ["png", "Statement 1.2", "Statement 1.2.png"],
  ])("has the extension of its kind: %s %s", (kind, name, stored) => expect(nameAs(kind, name)).toBe(stored));

  it("is refused if it is that of a program or a page", () => {
    const active = ["a.exe", "a.pdf.html", "a.SVG", "a.js ", "a.lnk.", "a.htm"];
    expect(active.filter((name) => !hasActiveName(name))).toEqual([]);
    expect(["a.pdf", "exe", "a", "a.heic", "html.jpg", "a.bin"].filter(hasActiveName)).toEqual([]);
  });
});
