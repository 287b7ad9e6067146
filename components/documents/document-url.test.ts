import { describe, expect, it } from "vitest";
import { documentUrl, downloadUrl, previewKind } from "./document-url";

describe("documents", () => {
  it("are fetched from paths of the application itself", () => {
    expect(documentUrl("/api/files/1")).toBe("/api/files/1");
    expect(downloadUrl("/api/files/1")).toBe("/api/files/1?download");
    expect(downloadUrl("https://files.example/1?key=2")).toBe("https://files.example/1?key=2&download");
  });

  it("are previewed if they are images or PDFs", () => {
    expect(previewKind("image/jpeg")).toBe("image");
    expect(previewKind("application/pdf")).toBe("pdf");
    expect(previewKind("image/svg+xml")).toBe("none");
    expect(previewKind("application/zip")).toBe("none");
  });
});
