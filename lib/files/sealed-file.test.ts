import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openSealedFile, sealFile } from "./sealed-file";

const id = "01900000-0000-7000-8000-000000000001";
const folder = mkdtempSync(path.join(os.tmpdir(), "seedline-sealed-"));
let sealed: { bytes: Uint8Array; dataKey: string };

beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  await using file = await sealFile(id, new Blob(["content"]));
  sealed = { bytes: await file.content.bytes(), dataKey: file.dataKey };
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a stored file, and whether its reader has closed it. */
function stored(bytes: Uint8Array) {
  const cancel = vi.fn();
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => controller.enqueue(bytes);
  return { stream: new ReadableStream<Uint8Array>({ start, cancel }), cancel };
}

/** Age's header is text. */
const withHeader = (change: (header: string) => string) =>
  Buffer.from(change(Buffer.from(sealed.bytes).toString("latin1")), "latin1");

describe("a sealed file", () => {
  it("opens", async () => {
    const content = await openSealedFile(id, sealed.dataKey, new Blob([sealed.bytes as BlobPart]).stream());
    expect(await new Response(content).text()).toBe("content");
  });

  it("whose header asks for another cost is refused before anything is calculated, and closed", async () => {
    const { stream, cancel } = stored(withHeader((text) => text.replace(/^(-> scrypt \S+) 1$/m, "$1 20")));
    await expect(openSealedFile(id, sealed.dataKey, stream)).rejects.toThrow(
      "a stored file has been changed",
    );
    await vi.waitFor(() => expect(cancel).toHaveBeenCalled());
  });

  it("that does not open is closed", async () => {
    const { stream, cancel } = stored(
      withHeader((text) => text.replace("age-encryption.org/v1", "something else")),
    );
    await expect(openSealedFile(id, sealed.dataKey, stream)).rejects.toThrow();
    await vi.waitFor(() => expect(cancel).toHaveBeenCalled());
  });
});
