import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { ZipFile } from "yazl";
import { publicKeyOf } from "@/lib/audit/head";
import { decodeKey32, env } from "@/lib/env";
import { db } from "@/lib/db/client";
import { root } from "../../server/process";
import { admin, post, put, urls, type SignedIn } from "./api";
import { applicant, decision } from "./review";
import { unzip } from "./unzip";

/** The evidence pack and its stand-alone verifier (product 10.18). */
export const folders: string[] = [];

/** Creates a pack and returns its ZIP. */
export async function packOf(user: SignedIn, by: SignedIn, body: object = {}): Promise<Buffer> {
  const response = await fetch(`${urls()[0]}/api/admin/users/${user.id}/evidence`, {
    method: "POST",
    headers: { authorization: `Bearer ${by.token}`, "content-type": "application/json" },
    body: JSON.stringify({ reason: "regulator_request", ...body }),
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "evidence-"));
  folders.push(folder);
  return folder;
}

/** Unpacks a ZIP into a new folder. */
export async function unpack(zip: Buffer): Promise<string> {
  const folder = await newFolder();
  for (const [name, content] of unzip(zip)) await writeFile(path.join(folder, name), content);
  return folder;
}

/** Writes a ZIP with these entries, in the form of a pack. */
export async function zipOf(
  entries: readonly (readonly [string, Buffer])[],
  withExtras = false,
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(content, name, { forceDosTimestamp: !withExtras });
  zip.end();
  return Buffer.concat((await Array.fromAsync(zip.outputStream)) as Buffer[]);
}

/** Runs the repository's verifier, which each pack contains, on a ZIP or a folder. Returns its exit code and message. */
export async function verify(
  pack: Buffer | string,
  { key = publicKeyOf(decodeKey32(env.AUDIT_SIGNING_KEY)), node = [] as string[] } = {},
) {
  const place = typeof pack === "string" ? pack : path.join(await newFolder(), "evidence.zip");
  if (typeof pack !== "string") await writeFile(place, pack);
  const program = path.join(root, "server/commands/evidence-verifier.mjs");
  const args = [...node, program, place, "--public-key", key];
  return promisify(execFile)(process.execPath, args).then(
    ({ stdout, stderr }) => ({ code: 0, text: (stdout + stderr).trim() }),
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
