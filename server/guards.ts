// Installs the triggers, functions, views and CHECK constraints of prisma/guards (ADR 43).
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase } from "pg";
import { readGuards, type Guard } from "../lib/db/guards.ts";
import { grantToApp } from "./database-roles.ts";
import { UserFacingError, errorCode, root } from "./process.ts";

/** The installed sets of guards, by hash: the newest is in force. `guards` contains the hash of each statement by the guard's name. */
const createTable = `create table if not exists _guards (
  hash text primary key,
  guards jsonb not null,
  installed_at timestamptz not null default clock_timestamp()
)`;

/**
 * The guards in the database. This excludes contents of extensions, and functions used by an index or a column: those belong to migrations,
 * because changing one requires rebuilding stored data.
 */
const existingGuards = `
  select format('function %s(%s)', proname, pg_get_function_identity_arguments(oid)) as name, pg_get_functiondef(oid) as definition
  from pg_proc p
  where pronamespace = 'public'::regnamespace and prokind = 'f' and not exists (
    select from pg_depend where objid = p.oid and deptype = 'e'
    union all
    select from pg_depend where refobjid = p.oid and classid in ('pg_class'::regclass, 'pg_attrdef'::regclass))
  union all
  select format('view %s', relname), pg_get_viewdef(oid) from pg_class c
  where relnamespace = 'public'::regnamespace and relkind = 'v'
    and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
  union all
  select format('constraint %s on %s', conname, relname), pg_get_constraintdef(o.oid)
  from pg_constraint o join pg_class c on c.oid = conrelid
  where relnamespace = 'public'::regnamespace and contype = 'c'
  union all
  select format('trigger %s on %s', tgname, relname), pg_get_triggerdef(t.oid)
  from pg_trigger t join pg_class c on c.oid = tgrelid
  where relnamespace = 'public'::regnamespace and not tgisinternal`;

/** Returns the guards in the database, sorted by name, with their definitions as printed by PostgreSQL. */
export async function describeGuards(client: ClientBase): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`${existingGuards} order by 1`);
  return rows;
}

/**
 * While the installation waits for a table's lock, servers wait for the table. It therefore gives up after this time, and tries again
 * later.
 */
const LOCK_TIMEOUT_MS = 200;
const ATTEMPTS = 60;

/** Whether a transaction failed because of others: lock_not_available or deadlock_detected. */
const isBlocked = (error: unknown) => ["55P03", "40P01"].includes(errorCode(error) ?? "");

/**
 * Installs new, changed and missing guards, and drops those that are no longer in the files, in one transaction together with the
 * application's privileges. If there is nothing to do, it only reads. Only tables with a changed trigger or constraint are locked. Returns
 * the names of the guards installed or dropped. Throws a UserFacingError that names the guard which failed.
 */
export async function installGuards(client: ClientBase): Promise<string[]> {
  const { guards, hash } = await readGuards(root);
  await client.query(createTable);
  const { rows } = await client.query<{ installed: Record<string, string> | null; existing: string[] }>(
    `select (select guards from _guards order by installed_at desc limit 1) as installed,
       array(select name from (${existingGuards}) as guard) as existing`,
  );
  const { existing } = rows[0]!;
  const installed = rows[0]!.installed ?? {};
  const changed = guards.filter(({ name, hash: own }) => installed[name] !== own || !existing.includes(name));
  const removed = Object.keys(installed).filter((name) => !guards.some((guard) => guard.name === name));
  if (changed.length + removed.length === 0) return [];
  const install = async () => {
    await client.query("begin");
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    // Triggers are dropped before the functions they call. A changed function is replaced.
    const dropped = [
      ...changed.filter(({ kind }) => kind !== "function").map(({ name }) => name),
      ...removed.toSorted((one, other) => Number(isFunction(one)) - Number(isFunction(other))),
    ];
    for (const name of dropped) await client.query(dropStatement(name));
    for (const guard of changed) await run(client, guard);
    await client.query(
      `insert into _guards (hash, guards) values ($1, $2)
       on conflict (hash) do update set guards = excluded.guards, installed_at = clock_timestamp()`,
      [hash, Object.fromEntries(guards.map((guard) => [guard.name, guard.hash]))],
    );
    await grantToApp(client);
    await client.query("commit");
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await install();
      return [...removed, ...changed.map(({ name }) => name)];
    } catch (error) {
      await client.query("rollback").catch(() => {});
      if (!isBlocked(error)) throw error;
      if (attempt === ATTEMPTS)
        throw new UserFacingError(
          "The guards were not installed, because a long transaction, such as a backup, is using their tables. Run the command again later.",
        );
      await sleep(1_000);
    }
  }
}

const isFunction = (name: string) => name.startsWith("function ");

function dropStatement(name: string): string {
  const constraint = /^constraint (\w+) on (\w+)$/.exec(name);
  return constraint
    ? `alter table if exists ${constraint[2]} drop constraint if exists ${constraint[1]}`
    : name.replace(/^\w+/, "drop $& if exists");
}

async function run(client: ClientBase, { name, statement }: Guard): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (isBlocked(error)) throw error;
    throw new UserFacingError(
      `The ${name} of prisma/guards failed: ${error instanceof Error ? error.message : ""}`,
    );
  }
}
