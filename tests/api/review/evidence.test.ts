import { rm } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { packOf, verify, decidedCase, folders } from "../../support/evidence";

afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

describe("the evidence pack", () => {
  it("holds the case with masked numbers, and its own verifier finds it complete and signed", async () => {
    const { user, chief } = await decidedCase();
    const files = await packOf(user, chief);
    const text = (name: string) => files.get(name)!.toString();
    expect(text("timeline.json")).toContain("Compared with the passport");
    for (const name of ["screening.json", "duplicates.json"]) expect(text(name)).toBe("[]\n");
    expect(text("guardian.json")).toContain('"needed": false');
    expect(text("submissions.json")).toContain("Blurred photo");
    expect(text("submissions.json")).toMatch(/"ninNumber": "•{7}\d{4}"/);
    for (const name of ["parts.json", "timeline.json", "reads.json", "submissions.json"])
      expect(text(name)).toMatch(/(?:passport, BVN|photo, NIN) \u2022/);
    for (const [name, content] of files) {
      const ungrouped = content.toString("utf8").replace(/[\da-f-]{32,}/g, "").replace(/(?<=\d) (?=\d)/g, ""); // oxfmt-ignore
      expect([name, /\D\d{11}\D/.exec(ungrouped)]).toEqual([name, null]);
    }
    const stored = await db.document.findMany({
      where: { submission: { userId: user.id } },
      include: { file: true },
    });
    for (const { file } of stored) expect(text("documents.json")).toContain(file.sha256);
    expect(await verify(files)).toEqual({
      code: 0,
      text: expect.stringMatching(/^Complete, unchanged and signed: \d+ rows of the audit log\.$/) as string,
    });
    const { data } = await db.auditEvent.findFirstOrThrow({
      where: { action: "evidence.exported", targetId: user.id },
    });
    expect(data).toMatchObject({ reason: "regulator_request" });
  });
});
