import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Pool } from "workerpool";
import { afterAll, describe, expect, it, vi } from "vitest";
import { samplePdf, samplePhoto } from "../../prisma/seed/files";
import { expensiveFiles } from "../../tests/support/expensive-files";
import { decode } from "./decoder";

const folder = mkdtempSync(path.join(os.tmpdir(), "seedline-decoder-"));
afterAll(() => rmSync(folder, { recursive: true }));

const types: Record<string, string> = { pdf: "application/pdf", png: "image/png", jpg: "image/jpeg" };
const read = async (name: string, bytes: Buffer) => {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return (await decode(file, `${file}.new`, types[name.split(".").pop()!]!)).problem;
};
const TOO_COMPLEX =
  "This file is too complex for us to read. Save or scan it again, and upload the new copy.";

describe("the decoder processes (threat 50)", () => {
  it("end with a problem or a result for files that are expensive to read, two at once", async () => {
    const files = await expensiveFiles();
    const problems = await Promise.all(
      files.map(async ([shape, name, bytes], n) => [shape, await read(`${n}${name}`, bytes)] as const),
    );
    const byShape = Object.fromEntries(problems);
    // The parser would need minutes for the first file and gigabytes for the second.
    expect(byShape["many /XRef"]).toBe(TOO_COMPLEX);
    expect(byShape["a hidden flate bomb"]).toBe(TOO_COMPLEX);
    expect(byShape["a flate bomb"]).toBe("unreadable");
    for (const problem of Object.values(byShape))
      expect([null, "unreadable", TOO_COMPLEX]).toContain(problem);
    // Decoding still works after all the killed processes.
    expect(await read("a.pdf", await samplePdf("x"))).toBeNull();
    expect(await read("a.jpg", await samplePhoto(10))).toBeNull();
  }, 60_000);

  it("that end before they look at a file throw, because it is not the file's fault", async () => {
    const holder = globalThis as { seedlineDecoders?: Pool };
    const working = holder.seedlineDecoders;
    delete holder.seedlineDecoders;
    mkdirSync(path.join(folder, "lib/files"), { recursive: true });
    writeFileSync(path.join(folder, "lib/files/decoder-process.ts"), "process.exit(1);");
    const cwd = vi.spyOn(process, "cwd").mockReturnValue(folder);
    try {
      await expect(read("a.pdf", await samplePdf("x"))).rejects.toThrow("terminated");
    } finally {
      cwd.mockRestore();
      await (holder.seedlineDecoders as Pool | undefined)?.terminate(true);
      if (working) holder.seedlineDecoders = working;
      else delete holder.seedlineDecoders;
    }
    expect(await read("a.pdf", await samplePdf("x"))).toBeNull();
  });

  it("throw if a file is missing, and go on", async () => {
    const missing = decode(path.join(folder, "none"), path.join(folder, "new"), "application/pdf");
    await expect(missing).rejects.toThrow(/ENOENT/);
    expect(await read("a.pdf", await samplePdf("x"))).toBeNull();
  });
});
