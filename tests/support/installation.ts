import { afterAll, beforeAll } from "vitest";
import { db } from "@/lib/db/client";
import { signInAt, type OwnClient } from "./own-server";
import { startDatabase, startServer, type Database, type Server } from "./server";
import { build, staffEmail, type PersonSpec } from "./users";
import { stack } from "./stack";

/** A separate installation for a test file that concerns a whole installation or its settings. */
export let database: Database;
/** The installation's servers, and the first one. */
export const servers: Server[] = [];
export let server: Server;

interface Options {
  /** The number of servers started before `prepare`, all with the address of the first, as behind a proxy. Default: 1. */
  count?: number;
  /** Variables for this process and each server, in addition to those of the database. */
  env?: Record<string, string>;
  serverEnv?: Record<string, string>;
}

/** Starts an additional server. */
export async function addServer(env: Record<string, string> = {}): Promise<Server> {
  const added = await startServer({ database, env });
  servers.push(added);
  server = servers[0]!;
  return added;
}

/** Starts the installation before the tests of a file, and stops it after them. The commands of lib use its database too. */
export function ownInstallation(
  { count = 1, env = {}, serverEnv = {} }: Options = {},
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): void {
  beforeAll(async () => {
    database = await startDatabase();
    Object.assign(process.env, database.env, env);
    for (let started = 0; started < count; started += 1)
      await addServer({ ...serverEnv, ...(server && { APP_URL: server.url }) });
    await prepare();
  }, 240_000);

  afterAll(async () => {
    const stopped = await Promise.allSettled(servers.map((running) => running.stop()));
    await db.$disconnect();
    await database?.stop();
    // A server that has logged an unexpected error must not leave its database running.
    for (const result of stopped) if (result.status === "rejected") throw result.reason;
  });
}

/** Creates a user in the installation's database. */
export const buildIn = (spec: PersonSpec, label = "own") => build({ name: "Ada Test", label, ...spec });

export { staffEmail };

/** An administrator who is logged in at a server of the installation. */
export interface Staff extends OwnClient {
  id: string;
  email: string;
  name: string;
}

/** Creates an administrator. `at` may also be a server shared by tests. */
export async function staff(name = "Ada Obi", isSuper = false, at: { url: string } = server): Promise<Staff> {
  const user = await buildIn({ role: "admin", isSuper, name, email: staffEmail() });
  return { ...user, ...(await signInAt(at.url, user.email)) };
}

/** Starts an additional server with different settings on the database shared by the tests. */
export async function startBeside(env: Record<string, string> = {}): Promise<Server & AsyncDisposable> {
  const { env: shared, dataDir } = stack();
  const started = await startServer({ database: { env: shared, dataDir }, env });
  return { ...started, [Symbol.asyncDispose]: async () => void (await started.stop()) };
}

/** Does the same for all tests of a file, or of the `describe` in which it is called. */
export function serverBeside(env: Record<string, string> = {}): Pick<Server, "url" | "pid"> {
  let started: Server;
  beforeAll(async () => void (started = await startBeside(env)), 60_000);
  afterAll(() => started?.stop());
  return {
    get url() {
      return started.url;
    },
    get pid() {
      return started.pid;
    },
  };
}
