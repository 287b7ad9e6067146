import { readFileSync } from "node:fs";
import pg from "pg";
import { endChildren } from "../../server/process";
import { hashPassword } from "@/lib/auth/passwords";
import { uploadPath } from "@/lib/files/disk";
import { uuidv7 } from "@/lib/ids";
import { samplePhone } from "../../prisma/seed/answers";
import { freeze } from "../support/freeze";
import {
  startDatabase,
  startServer,
  type Database,
  type DatabaseOptions,
  type Server,
} from "../support/server";
import { PASSWORD } from "./client";

/** Cleanup functions, in the order of registration. */
const endings: (() => unknown)[] = [];

/** Registers a cleanup function. */
export const onCleanup = (ending: () => unknown): void => void endings.push(ending);

/** Runs all cleanup functions in reverse order, even after a failure or an interruption. */
export async function endAll(): Promise<void> {
  for (const ending of endings.splice(0).reverse()) {
    try {
      await ending();
    } catch (error) {
      console.error(error);
    }
  }
}

/** Cleans up once after a signal: a terminal sends it to every process, and npm passes it on again. */
export function endOnSignal(): void {
  let ending = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      endChildren(signal);
      void endAll().then(() => process.exit(130));
    });
  }
}

/** A database with several servers, and methods to disturb them. */
export class FaultCluster {
  readonly servers: Server[] = [];
  private readonly logs: string[] = [];
  readonly database: Database;
  readonly sql: pg.Pool;
  private readonly env: Record<string, string>;

  private constructor(database: Database, sql: pg.Pool, env: Record<string, string>) {
    this.database = database;
    this.sql = sql;
    this.env = env;
  }

  /** `durable`: PostgreSQL does not lose acknowledged commits after kill -9, as in production. */
  static async start({
    servers = 1,
    durable = false,
    env = {},
    migrate,
  }: {
    servers?: number;
    durable?: boolean;
    env?: Record<string, string>;
    migrate?: DatabaseOptions["migrate"];
  } = {}): Promise<FaultCluster> {
    const database = await startDatabase({ durable, ...(migrate && { migrate }) });
    onCleanup(() => database.stop());
    const sql = new pg.Pool({ connectionString: database.url, max: 2 });
    // The connection is killed on purpose.
    sql.on("error", () => undefined);
    onCleanup(() => sql.end());
    const world = new FaultCluster(database, sql, env);
    for (let index = 0; index < servers; index += 1) await world.serve();
    return world;
  }

  get urls(): string[] {
    return this.servers.map(({ url }) => url);
  }

  /** Starts another server, on request of another built tree. All servers have the first one's address as APP_URL. */
  async serve(port?: number, dir?: string): Promise<Server> {
    const first = this.servers[0];
    const server = await startServer({
      database: this.database,
      ...(port ? { port } : {}),
      ...(dir ? { dir } : {}),
      env: { DATABASE_TIMEOUT_MS: "", ...(first ? { APP_URL: first.url } : {}), ...this.env },
    });
    onCleanup(() => server.stop("SIGKILL"));
    this.servers.push(server);
    this.logs.push(server.files.stdout);
    return server;
  }

  /** Waits until no email is due, for `ms` at most. */
  mailsSettled = (ms: number): Promise<void> => mailsSettled(this.sql, ms);

  /** Counts the internal errors in the servers' logs by kind. */
  failures(): string[] {
    const times = new Map<string, number>();
    for (const line of this.logs.flatMap((file) => readFileSync(file, "utf8").split("\n"))) {
      if (!line.includes('"request.failed"')) continue;
      const { errorName = "", errorCode = "", at = "" } = JSON.parse(line) as Record<string, string>;
      const kind = `${errorName} ${errorCode} ${at}`;
      times.set(kind, (times.get(kind) ?? 0) + 1);
    }
    return [...times].map(([kind, n]) => `${n} x ${kind}`);
  }

  /** Kills a server with SIGKILL and starts another one on the same port. */
  async crash(index: number): Promise<void> {
    const victim = this.servers[index]!;
    await victim.stop("SIGKILL");
    const next = await this.serve(victim.port);
    this.servers.pop();
    this.servers[index] = next;
  }

  /** SIGKILL is a crash, SIGQUIT PostgreSQL's immediate shutdown. It restarts by itself. */
  async crashPostgres(signal: "SIGKILL" | "SIGQUIT" = "SIGKILL"): Promise<void> {
    const before = this.database.postgresPid();
    process.kill(before, signal);
    await until(() => this.database.postgresPid() !== before, "another PostgreSQL", 30_000);
    await until(() => this.sql.query("select 1").then(Boolean, () => false), "PostgreSQL", 30_000);
  }

  /** Suspends all processes of PostgreSQL. Returns a function that resumes them. */
  freezePostgres(): () => void {
    const resume = freeze(this.database.postgresPid());
    // Before other cleanups: a suspended process would not react.
    onCleanup(resume);
    return resume;
  }

  storedFile = (key: string): string => uploadPath(this.database.dataDir, key);

  people = (count: number, label: string, role = "startup", isSuper = false): Promise<Person[]> =>
    insertPeople(this.sql, count, label, role, isSuper);
}

/** Inserts users with a verified address and PASSWORD directly into the database. Returns them. */
export async function insertPeople(
  sql: pg.Pool,
  count: number,
  label: string,
  role = "startup",
  isSuper = false,
): Promise<Person[]> {
  passwordHash ??= hashPassword(PASSWORD);
  const domain = role === "admin" ? "seedline.example" : "test.example";
  const people = Array.from({ length: count }, (_, n) => ({ id: uuidv7(), email: `${label}${n}@${domain}` }));
  await sql.query(
    `insert into users (id, email, email_verified_at, name, phone, password_hash, role, is_super, updated_at)
     select id, email, now(), 'Test Person', $3, $4, $5::role, $6, now() from unnest($1::uuid[], $2::text[]) as person (id, email)`,
    [
      people.map(({ id }) => id),
      people.map(({ email }) => email),
      samplePhone(1),
      await passwordHash,
      role,
      isSuper,
    ],
  );
  return people;
}

/** Waits until no email is due, for `ms` at most. */
export async function mailsSettled(sql: pg.Pool, ms: number): Promise<void> {
  const none = async () =>
    (await sql.query("select 1 from mail_outbox where sent_at is null and failed_at is null")).rowCount === 0;
  await until(none, "an empty outbox", ms).catch(() => undefined);
}

/** What the load and the checks need of a running product, however many machines it has. */
export interface World {
  /** The addresses of its servers, or the public one. */
  urls: string[];
  /** The primary, as superuser. */
  sql: pg.Pool;
  database: Pick<Database, "dataDir" | "env">;
  people: FaultCluster["people"];
  /** The path of a stored file. */
  storedFile: (key: string) => string;
}

export interface Person {
  id: string;
  email: string;
}

let passwordHash: Promise<string> | undefined;

/** Waits for a condition. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  ms = 15_000,
): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); await pause(30))
    if (Date.now() > end) throw new Error(`timed out waiting for ${what}`);
}

/** Pauses as part of a test: for a rate or the length of a stall. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
