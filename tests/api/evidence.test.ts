import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { publicKeyOf } from "@/lib/audit/head";
import { decodeKey32, env } from "@/lib/env";
import { db } from "@/lib/db/client";
import { admin, get, post, put, urls, type SignedIn } from "../support/api";
import { applicant, decision } from "../support/review";
import { unzip } from "../support/unzip";

/** The evidence pack and its stand-alone verifier (product 10.18). */
const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

async function packOf(user: SignedIn, by: SignedIn): Promise<Map<string, Buffer>> {
  const response = await fetch(`${urls()[0]}/api/admin/users/${user.id}/evidence`, {
    method: "POST",
    headers: { authorization: `Bearer ${by.token}`, "content-type": "application/json" },
    body: JSON.stringify({ reason: "regulator_request" }),
  });
  expect(response.status).toBe(200);
  return unzip(Buffer.from(await response.arrayBuffer()));
}

/** Unpacks and runs the verifier of the pack itself. Returns its exit code and message. */
async function verify(files: Map<string, Buffer>, key = publicKeyOf(decodeKey32(env.AUDIT_SIGNING_KEY))) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "evidence-"));
  folders.push(folder);
  for (const [name, content] of files) await writeFile(path.join(folder, name), content);
  const run = promisify(execFile)(process.execPath, [
    path.join(folder, "verify.ts"),
    folder,
    "--public-key",
    key,
  ]);
  return run.then(
    ({ stdout }) => ({ code: 0, text: stdout.trim() }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr.trim() }),
  );
}

async function decidedCase() {
  const [user, reviewer, chief] = await Promise.all([applicant(), admin(), admin(true)]);
  const path = `/api/admin/users/${user.id}`;
  const { currentSubmissionId: submissionId } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
  const note = "Compared with the passport, BVN 22345678901";
  await post(`${path}/notes`, { text: note }, reviewer.token);
  await post(`${path}/reveal`, { field: "bvnNumber", reason: "other", note }, reviewer.token);
  const flag = { submissionId, part: "personal.ninNumber", verdict: "flagged", reason: "other", note };
  await put(`${path}/parts`, flag, reviewer.token);
  const reason = "Blurred photo, NIN 223 4567 8901";
  await decision(user.id, { status: "rejected", rejectionReason: reason }, reviewer.token);
  return { user, reviewer, chief };
}

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

  it("is found changed, incomplete or signed by another key", async () => {
    const { user, chief } = await decidedCase();
    const files = await packOf(user, chief);
    const changed = (name: string, change: (text: string) => string) =>
      new Map([...files, [name, Buffer.from(change(files.get(name)!.toString()))]]);
    const less = new Map(files);
    less.delete("reads.json");
    expect(await verify(changed("submissions.json", (text) => text.replace("Blurred", "Perfect")))).toEqual({
      code: 1,
      text: "submissions.json was changed",
    });
    expect(await verify(changed("audit.jsonl", (text) => text.split("\n").slice(1).join("\n")))).toEqual({
      code: 1,
      text: "audit.jsonl was changed",
    });
    expect(
      await verify(changed("manifest.json", (text) => text.replace("regulator_request", "own_audit"))),
    ).toEqual({ code: 1, text: "manifest.json is not signed by this key" });
    expect(await verify(less)).toEqual({ code: 1, text: "reads.json is missing" });
    expect(await verify(files, publicKeyOf(Buffer.alloc(32, 1)))).toEqual({
      code: 1,
      text: "manifest.json is not signed by this key",
    });
  });

  it("needs a super administrator, a reason and a fresh proof", async () => {
    const { user, reviewer, chief } = await decidedCase();
    const ask = (by: SignedIn, body: object) => post(`/api/admin/users/${user.id}/evidence`, body, by.token);
    expect((await ask(reviewer, { reason: "own_audit" })).status).toBe(403);
    expect((await ask(chief, {})).body.errors?.[0]?.path).toBe("reason");
    await db.session.updateMany({
      where: { userId: chief.id },
      data: { provedAt: new Date(Date.now() - 301_000) },
    });
    expect((await ask(chief, { reason: "own_audit" })).body.error).toBe("STEP_UP_REQUIRED");
    expect((await get(`/api/admin/users/${user.id}/evidence`, chief.token)).status).toBe(405);
  });
});
