// The database roles (threat 55). seedline_owner owns everything and cannot log in. seedline_migration logs in for migrations and restores,
// and acts as the owner. seedline_app is the application: it owns nothing, and can only insert into and read from the audit log and the
// ledger.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import type { ClientBase } from "pg";
import { withClient } from "./postgres.ts";

const OWNER = "seedline_owner";
export const MIGRATION_ROLE = "seedline_migration";
export const APP_ROLE = "seedline_app";

export interface RolePasswords {
  app: string;
  migration: string;
}

/** Tables that the application appends to and never changes (threat 37, ADR 36). */
const APPEND_ONLY = [
  "audit_events",
  "ledger_accounts",
  "ledger_entries",
  "ledger_postings",
  "money_act_subjects",
  "restores",
  "tax_changes",
];

/** Tables that the application only reads. */
const READ_ONLY = ["_guards", "_prisma_migrations"];

/** What `grantToApp` reads first. */
interface Grants {
  /** The quoted name of the database, if the application may create temporary tables in it. */
  temporary: string | null;
  /** The functions that run as the owner and may be executed by the application. */
  functions: string[];
  /** The tables with fewer privileges than others. */
  tables: string[];
  /** The tables of the job queue without a policy. */
  queue: string[] | null;
}

/** The schema of the job queue (ADR 33). */
const QUEUE = "graphile_worker";

/** Transfers the objects in `public` and the job queue to the owner, except the contents of extensions. */
const transferOwnership = `do $$
declare statement text;
declare schemas oid[] := array(select oid from pg_namespace where nspname in ('public', '${QUEUE}'));
begin
  for statement in
    select format('alter schema %I owner to ${OWNER}', nspname) from pg_namespace where oid = any(schemas)
    union all
    select format('alter table %s owner to ${OWNER}', oid::regclass) from pg_class c
    where relnamespace = any(schemas) and relkind in ('r', 'p', 'v', 'm')
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    union all
    select format('alter routine %s owner to ${OWNER}', oid::regprocedure) from pg_proc p
    where pronamespace = any(schemas) and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all
    select format('alter type %s owner to ${OWNER}', oid::regtype) from pg_type t
    where typnamespace = any(schemas) and (typtype in ('e', 'd')
        or typtype = 'c' and exists (select from pg_class where oid = typrelid and relkind = 'c'))
      and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
  loop
    execute statement;
  end loop;
end $$`;

/** Returns what PostgreSQL stores of a password (RFC 5803), as psql does, because its log may contain the statement. */
function scramVerifier(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const keyOf = (text: string) => createHmac("sha256", salted).update(text).digest();
  const storedKey = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  const serverKey = keyOf("Server Key").toString("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}

/**
 * Creates the roles or sets their passwords, and makes the owner role the owner of the database and everything in it. Needs a role with the
 * right to create roles. Returns the addresses for DATABASE_URL and DATABASE_MIGRATION_URL.
 */
export async function setUpRoles(adminUrl: string, passwords: RolePasswords): Promise<RolePasswords> {
  await withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>("select current_database() as name");
    const database = client.escapeIdentifier(rows[0]!.name);
    await client.query("begin");
    for (const name of [OWNER, MIGRATION_ROLE, APP_ROLE]) {
      const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [name]);
      if (!rowCount) await client.query(`create role ${name}`);
    }
    await client.query(`
      alter role ${MIGRATION_ROLE} login password '${scramVerifier(passwords.migration)}';
      alter role ${APP_ROLE} login password '${scramVerifier(passwords.app)}';
      grant ${OWNER} to ${MIGRATION_ROLE}, current_user;
      alter role ${MIGRATION_ROLE} in database ${database} set role = '${OWNER}';
      grant connect on database ${database} to ${MIGRATION_ROLE}, ${APP_ROLE};
      alter database ${database} owner to ${OWNER};
      revoke create on schema public from public;
      ${transferOwnership};`);
    await grantToApp(client);
    await client.query("commit");
  });
  const addressOf = (username: string, password: string) =>
    Object.assign(new URL(adminUrl), { username, password }).href;
  return {
    app: addressOf(APP_ROLE, passwords.app),
    migration: addressOf(MIGRATION_ROLE, passwords.migration),
  };
}

/**
 * Grants the application's role the necessary privileges on existing tables, on append-only ones only INSERT and SELECT, on read-only ones
 * only SELECT. The job queue has row-level security, so a policy is needed too. The role may create no temporary tables and not use
 * functions that run as the owner: with a trigger on a table of its own, it could otherwise change balances (ADR 36). The triggers of the
 * owner's tables need no privilege.
 */
export async function grantToApp(client: ClientBase): Promise<void> {
  const { rows: roles } = await client.query(`select from pg_roles where rolname = '${APP_ROLE}'`);
  if (roles.length === 0) return;
  const { rows } = await client.query<Grants>(
    `select case when has_database_privilege('${APP_ROLE}', current_database(), 'temporary')
         then quote_ident(current_database()) end as temporary,
       array(select oid::regprocedure::text from pg_proc
             where pronamespace = 'public'::regnamespace and prosecdef
               and has_function_privilege('${APP_ROLE}', oid, 'execute')) as functions,
       array(select relname::text from pg_class
             where relnamespace = 'public'::regnamespace and relname = any($1)) as tables,
       (select array_agg(relname::text) filter (where relrowsecurity and not exists (select from pg_policy where polrelid = c.oid))
        from pg_class c where relnamespace = to_regnamespace('${QUEUE}')) as queue`,
    [[...APPEND_ONLY, ...READ_ONLY]],
  );
  const { temporary, functions } = rows[0]!;
  if (temporary) await client.query(`revoke temporary on database ${temporary} from public, ${APP_ROLE}`);
  for (const name of functions)
    await client.query(`revoke execute on function ${name} from public, ${APP_ROLE}`);
  await client.query(`
    grant usage on schema public to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema public to ${APP_ROLE};
    grant usage, select on all sequences in schema public to ${APP_ROLE}`);
  for (const table of rows[0]!.tables) {
    const refused = APPEND_ONLY.includes(table) ? "update, delete, truncate" : "insert, update, delete";
    await client.query(`revoke ${refused} on ${table} from ${APP_ROLE}`);
  }
  for (const table of rows[0]!.queue ?? [])
    await client.query(`
      grant usage on schema ${QUEUE} to ${APP_ROLE};
      grant select on all tables in schema ${QUEUE} to ${APP_ROLE};
      grant insert, update, delete on ${QUEUE}.${table} to ${APP_ROLE};
      create policy app on ${QUEUE}.${table} to ${APP_ROLE} using (true)`);
}
