import "server-only";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { isChainWhole } from "@/lib/audit/anchor";
import { db } from "@/lib/db/client";
import { readGuards } from "@/lib/db/guards";
import { findOldestDueJob } from "@/lib/db/jobs";
import { env } from "@/lib/env";
import { describeError, log } from "@/lib/log";

/** The minimum free disk space; with less, uploads would soon fail. */
const MIN_FREE_BYTES = 200 * 1024 * 1024;

export type Part = "database" | "migrations" | "guards" | "disk" | "staying" | "audit";

async function isDatabaseReachable(): Promise<boolean> {
  await db.$queryRaw`SELECT 1`;
  return true;
}

/** Returns whether all migrations of this build are applied and none is incomplete. */
async function areMigrationsApplied(): Promise<boolean> {
  const rows = await db.$queryRaw<{ name: string; done: boolean }[]>`
    SELECT migration_name AS name, finished_at IS NOT NULL AS done FROM _prisma_migrations WHERE rolled_back_at IS NULL`;
  const applied = new Set(rows.filter(({ done }) => done).map(({ name }) => name));
  const folder = path.join(/* turbopackIgnore: true */ process.cwd(), "prisma/migrations");
  const known = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return (
    rows.every(({ done }) => done) && known.every((entry) => !entry.isDirectory() || applied.has(entry.name))
  );
}

/**
 * Returns whether this build's guards have been installed. If a newer version has replaced them since, this one stays ready, as with
 * migrations.
 */
async function areGuardsInstalled(): Promise<boolean> {
  const { hash } = await readGuards(process.cwd());
  const rows = await db.$queryRaw<{ hash: string }[]>`SELECT hash FROM _guards WHERE hash = ${hash}`;
  return rows.length > 0;
}

async function isDiskWritable(): Promise<boolean> {
  const folder = path.resolve(/* turbopackIgnore: true */ env.DATA_DIR, "tmp");
  await mkdir(folder, { recursive: true });
  const probe = path.join(folder, `probe-${randomUUID()}`);
  await writeFile(probe, "ready");
  await rm(probe);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** Returns false while the server is draining (server/main.ts). */
const isAcceptingTraffic = (): boolean => !Reflect.get(globalThis, Symbol.for("seedline.draining"));

const checks: Record<Exclude<Part, "staying">, () => Promise<boolean>> = {
  database: isDatabaseReachable,
  migrations: areMigrationsApplied,
  guards: areGuardsInstalled,
  disk: isDiskWritable,
  // Without a database, the chain cannot be checked.
  audit: () => isChainWhole().catch(() => true),
};

interface Results extends Record<keyof typeof checks, boolean> {
  /** How long the oldest due job has waited, or 0 if there is none; null while the database does not respond. */
  oldestDueJobSeconds: number | null;
}

async function runChecks(): Promise<Results> {
  const oldestDueJobSeconds = findOldestDueJob().then(
    (job) => Math.round(job?.seconds ?? 0),
    () => null,
  );
  const results = await Promise.all(
    Object.entries(checks).map(async ([part, check]) => {
      try {
        return [part, await check()] as const;
      } catch (error) {
        log.warn({ event: "ready.failed", code: part, ...describeError(error) });
        return [part, false] as const;
      }
    }),
  );
  const parts = Object.fromEntries(results) as Record<keyof typeof checks, boolean>;
  return { ...parts, oldestDueJobSeconds: await oldestDueJobSeconds };
}

/** The endpoint is public and exempt from load shedding, so results are cached for this long. */
const FRESH_MS = 1_000;

let cachedChecks: { at: number; results: ReturnType<typeof runChecks> } | undefined;

/**
 * Returns whether this server should receive requests: its dependencies are available and it is not draining. A broken audit chain is
 * reported as `audit`, but does not stop the service: that decision is left to people. Waiting jobs do not stop it either: all servers
 * share one queue, and fewer servers would not run the jobs sooner. Never throws.
 */
export async function readiness(): Promise<{
  ready: boolean;
  parts: Record<Part, boolean> & Pick<Results, "oldestDueJobSeconds">;
}> {
  if (!cachedChecks || Date.now() - cachedChecks.at >= FRESH_MS)
    cachedChecks = { at: Date.now(), results: runChecks() };
  const { audit, oldestDueJobSeconds, ...checked } = await cachedChecks.results;
  const parts = { ...checked, staying: isAcceptingTraffic() };
  return { ready: Object.values(parts).every(Boolean), parts: { ...parts, audit, oldestDueJobSeconds } };
}
