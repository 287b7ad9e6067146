import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { startPostgres } from "../../server/postgres";
import { freePort, withClient } from "../../server/postgres";
import { UserFacingError, root } from "../../server/process";
import { createPostgresFolder, postgresProgram, runAsPostgres } from "../../server/system-postgres";
import { startS3 } from "../support/s3";
import { startDatabase, type Database } from "../support/server";

const VERSION = "15";
const program = (name: string) => postgresProgram(VERSION, name);

export interface ArchivedDatabase extends Database {
  /** The variables of pgBackRest. */
  backupEnv: Record<string, string>;
  /** Runs pgBackRest. */
  pgbackrest: (...args: string[]) => Promise<string>;
  /** Waits until all WAL so far is in the repository. */
  archive: () => Promise<void>;
  /** Stops PostgreSQL and starts it with the data in another folder, at the same address. */
  replaceBy: (folder: string) => Promise<void>;
}

function requirePrograms(): void {
  const missing = [
    ["postgresql-15", program("initdb")],
    ["pgbackrest", "pgbackrest"],
    ["openssl", "openssl"],
  ].filter(([, name]) => spawnSync(name!, ["--version"]).error);
  if (missing.length > 0)
    throw new UserFacingError(
      `These packages are missing: ${missing.map(([name]) => name).join(" ")}. On Debian 12: apt-get install postgresql-15 pgbackrest openssl`,
    );
}

/** Creates a certificate for localhost; pgBackRest does not accept one for an address. */
function createCertificate(folder: string): { key: string; cert: string; file: string } {
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  execFileSync(
    "openssl",
    [...request, "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert],
    {
      stdio: "ignore",
    },
  );
  return { key: fs.readFileSync(key, "utf8"), cert: fs.readFileSync(cert, "utf8"), file: cert };
}

/** Starts a migrated PostgreSQL whose WAL pgBackRest archives, with deploy/ha/pgbackrest.conf, to an S3 store on this machine. */
export async function startArchivedDatabase(): Promise<ArchivedDatabase> {
  requirePrograms();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seedline-ha-"));
  fs.chmodSync(folder, 0o711);
  const inFolder = (name: string) => path.join(folder, name);
  const certificate = createCertificate(folder);
  const s3 = await startS3({ tls: certificate });
  for (const name of ["socket", "log", "spool"]) createPostgresFolder(inFolder(name));
  const port = await freePort();
  const backupEnv = {
    PGBACKREST_CONFIG: path.join(root, "deploy/ha/pgbackrest.conf"),
    PGBACKREST_REPO1_S3_ENDPOINT: "localhost",
    PGBACKREST_REPO1_STORAGE_PORT: new URL(s3.endpoint).port,
    PGBACKREST_REPO1_STORAGE_CA_FILE: certificate.file,
    PGBACKREST_REPO1_S3_BUCKET: s3.bucket,
    PGBACKREST_REPO1_S3_REGION: s3.region,
    PGBACKREST_REPO1_S3_KEY: s3.accessKeyId,
    PGBACKREST_REPO1_S3_KEY_SECRET: s3.secretAccessKey,
    PGBACKREST_REPO1_CIPHER_PASS: "a passphrase of the test",
    PGBACKREST_PG1_PATH: inFolder("postgres"),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: inFolder("socket"),
    PGBACKREST_LOG_PATH: inFolder("log"),
    PGBACKREST_LOCK_PATH: inFolder("log"),
    PGBACKREST_SPOOL_PATH: inFolder("spool"),
  };
  const pgbackrest = (...args: string[]) =>
    runAsPostgres("pgbackrest", ["--stanza=seedline", ...args], backupEnv);
  const dir = inFolder("postgres");
  const settings = inFolder("postgresql.conf");
  const control = (...args: string[]) =>
    runAsPostgres(program("pg_ctl"), [...args, "-D", dir, "-w"], backupEnv);
  const stop = () => control("stop", "-m", "fast").then(() => undefined);
  const boot = () => control("start", "-l", inFolder("log/postgres"), "-o", `-c config_file=${settings}`);

  const start: typeof startPostgres = async ({ password }) => {
    createPostgresFolder(dir);
    const passwordFile = inFolder("password");
    fs.writeFileSync(passwordFile, password, { mode: 0o644 });
    const auth = [
      "--auth-local=trust",
      "--auth-host=scram-sha-256",
      "--username=postgres",
      `--pwfile=${passwordFile}`,
    ];
    await runAsPostgres(program("initdb"), ["-D", dir, ...auth, "--encoding=UTF8", "--locale=C.UTF-8"]);
    fs.copyFileSync(path.join(dir, "pg_hba.conf"), inFolder("hba"));
    fs.writeFileSync(
      settings,
      `port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${inFolder("socket")}'
hba_file = '${inFolder("hba")}'
archive_mode = on
archive_timeout = 60
archive_command = 'pgbackrest --stanza=seedline archive-push "%p"'
restore_command = 'pgbackrest --stanza=seedline archive-get %f "%p"'
max_connections = 150
`,
    );
    fs.chmodSync(inFolder("hba"), 0o644);
    await pgbackrest("stanza-create", "--no-online");
    await boot();
    const url = `postgresql://postgres:${password}@127.0.0.1:${port}/`;
    await withClient(`${url}postgres`, (client) => client.query("create database seedline"));
    return { url: `${url}seedline`, port, pid: () => 0, stop };
  };
  const database = await startDatabase({ dataDir: inFolder("data"), durable: true, start });

  const archive = () =>
    withClient(database.url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        "select pg_walfile_name(pg_switch_wal()) as name",
      );
      const isArchived = async () => {
        const { rows: now } = await client.query<{ done: boolean }>(
          "select coalesce(last_archived_wal >= $1, false) as done from pg_stat_archiver",
          [rows[0]!.name],
        );
        return now[0]!.done;
      };
      while (!(await isArchived())) await client.query("select pg_sleep(0.1)");
    });
  return {
    ...database,
    backupEnv,
    pgbackrest,
    archive,
    async replaceBy(other) {
      await stop();
      fs.rmSync(dir, { recursive: true });
      fs.renameSync(other, dir);
      await boot();
    },
    async stop() {
      await stop().catch(() => undefined);
      await s3.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
