import { readdirSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { db } from "@/lib/db/client";
import type { VerificationStatusDto } from "@/lib/onboarding/dto";
import type { UserDto } from "@/lib/users/dto";
import type { UserSpec } from "../../prisma/seed/builders";
import { freshNumber } from "./fresh-number";
import { buildIn, database, ownInstallation, server, staff, type Staff } from "./installation";
import { signInAt, type OwnClient } from "./own-server";

export let reviewer: Staff;

/** Starts an installation with retention times of 60 days after a rejection and 100 days for drafts. */
export const startInstallation = () =>
  ownInstallation(
    { env: { RETENTION_REJECTED_DAYS: "60", RETENTION_DRAFT_DAYS: "100" } },
    async () => void (reviewer = await staff("Admin")),
  );

export interface Member {
  id: string;
  email: string;
  n: number;
  client: OwnClient;
}

/** Creates a user, by default a startup, and logs in. */
export async function member(spec: Partial<UserSpec> = {}): Promise<Member> {
  const n = spec.n ?? freshNumber();
  const { id, email } = await buildIn({ name: "Member", role: "startup", ...spec, n }, "member");
  return { id, email, n, client: await signInAt(server.url, email) };
}

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Moves the decision of a rejection into the past. */
export const setRejectedDaysAgo = (userId: string, days: number) =>
  db.submission.updateMany({ where: { userId, state: "rejected" }, data: { reviewedAt: daysAgo(days) } });

/** Returns the keys of all files on disk. */
export const keysOnDisk = () =>
  readdirSync(path.join(database.dataDir, "uploads"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

export const keysOf = async (ownerId: string) =>
  (await db.file.findMany({ where: { ownerId } })).map(({ storageKey }) => storageKey);

export const statusOf = async ({ client }: Member) =>
  (await client.send("GET", "/api/verification/status")).body.data as VerificationStatusDto;

/** Returns the user as a reviewer sees it. */
export const userOf = async ({ id }: Member) =>
  (await reviewer.send("GET", `/api/admin/users/${id}`)).body.data as UserDto;

/** Uploads a document of the draft. Returns its id. */
export async function upload(
  { client }: Member,
  field: string,
  bytes: Uint8Array,
  name: string,
): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), name);
  const path = `/api/verification/draft/files/${encodeURIComponent(field)}`;
  const response = await client.fetch(path, { method: "PUT", body: form });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { _id: string } }).data._id;
}
