import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readOutbox } from "./reader";

const folder = mkdtempSync(path.join(os.tmpdir(), "seedline-outbox-"));
const outbox = path.join(folder, "outbox");

beforeAll(() => {
  vi.stubEnv("DATA_DIR", folder);
  mkdirSync(outbox);
  const email = (subject: string) => JSON.stringify({ to: "ada@example.com", subject, text: "", html: "" });
  writeFileSync(path.join(outbox, "1.json"), email("Older"));
  writeFileSync(path.join(outbox, "3.json"), email("Newer"));
  writeFileSync(path.join(outbox, ".4.json.tmp"), "{");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("lists the newest complete emails first", async () => {
  expect((await readOutbox(10)).map(({ id, subject }) => [id, subject])).toEqual([
    ["3.json", "Newer"],
    ["1.json", "Older"],
  ]);
  expect(await readOutbox(1)).toHaveLength(1);
});

it("leaves out an email that is deleted after the folder was listed", async () => {
  // Listed with the others but impossible to open, as if it were deleted after the listing.
  symlinkSync(path.join(folder, "deleted"), path.join(outbox, "2.json"));
  expect((await readOutbox(10)).map(({ id }) => id)).toEqual(["3.json", "1.json"]);
});

it("reports a file that cannot be read for another reason", async () => {
  mkdirSync(path.join(outbox, "5.json"));
  await expect(readOutbox(10)).rejects.toThrow(/EISDIR/);
});
