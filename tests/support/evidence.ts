import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { publicKeyOf } from "@/lib/audit/head";
import { decodeKey32, env } from "@/lib/env";
import { db } from "@/lib/db/client";
import { admin, post, put, urls, type SignedIn } from "./api";
import { applicant, decision } from "./review";
import { unzip } from "./unzip";

/** The evidence pack and its stand-alone verifier (product 10.18). */
export const folders: string[] = [];

export async function packOf(user: SignedIn, by: SignedIn): Promise<Map<string, Buffer>> {
  const response = await fetch(`${urls()[0]}/api/admin/users/${user.id}/evidence`, {
    method: "POST",
    headers: { authorization: `Bearer ${by.token}`, "content-type": "application/json" },
    body: JSON.stringify({ reason: "regulator_request" }),
  });
  expect(response.status).toBe(200);
  return unzip(Buffer.from(await response.arrayBuffer()));
}

/** Unpacks the pack and runs its verifier. Returns its exit code and message. */
export async function verify(
  files: Map<string, Buffer>,
  key = publicKeyOf(decodeKey32(env.AUDIT_SIGNING_KEY)),
) {
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

export async function decidedCase() {
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
