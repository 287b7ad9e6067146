// The programs of the system's PostgreSQL (Debian: postgresql-15, pgbackrest), which run as the user postgres if we are root.
import fs from "node:fs";
import path from "node:path";
import { ensureAccount } from "./postgres-programs.ts";
import { UserFacingError, run } from "./process.ts";

/** Returns the path of a program of PostgreSQL: of that version on Debian, otherwise on the PATH. */
export function postgresProgram(version: string, name: string): string {
  const ofDebian = `/usr/lib/postgresql/${version}/bin/${name}`;
  return fs.existsSync(ofDebian) ? ofDebian : name;
}

/** PostgreSQL runs what the superuser of a database has written into it, who must not learn the secrets of the servers. */
const inherits = (name: string): boolean => /^(PATH|LANG|LC_\w+|TZ|TMPDIR|PGBACKREST_\w+)$/.test(name);

/**
 * Runs a program as the account of PostgreSQL, with pgBackRest's variables and no other secrets. Returns its output; throws a
 * UserFacingError if it fails.
 */
export function runAsPostgres(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const account = ensureAccount() ?? {};
  return run(program, args, { quiet: true, cwd: "/", env, inherits, account, what: path.basename(program) });
}

/** Creates a folder for PostgreSQL, which others may not enter. Throws a UserFacingError if it exists: it could be a database. */
export function createPostgresFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw new UserFacingError(`Name a new folder in an existing one. ${String(error)}`);
  }
  const account = ensureAccount();
  if (account) fs.chownSync(folder, account.uid, account.gid);
}
