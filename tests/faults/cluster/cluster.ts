import { readFileSync } from "node:fs";
import {
  clusterEnv,
  startNginx,
  startPgBouncer,
  startReplica,
  type Nginx,
  type PgBouncer,
} from "../../support/cluster";
import { run } from "../../../server/process";
import { freePort, type PostgresServer } from "../../../server/postgres";
import { FakeResend } from "../../support/resend";
import { onCleanup, FaultCluster } from "../world";

/** Two servers behind nginx, without sticky sessions; pgbouncer, a primary and a replica behind them. */
export interface Cluster {
  world: FaultCluster;
  resend: FakeResend;
  /** The public address. */
  url: string;
  nginx: Nginx;
  bouncer: PgBouncer;
  replica: PostgresServer;
  say: (line: string) => void;
}

export interface Finding {
  name: string;
  /** The measured results. */
  reached: string;
  ok: boolean;
}

export type Proof = (cluster: Cluster) => Promise<Finding[]>;

/** Starts the cluster; with `before`, the servers and tables are those of another built tree. */
export async function startCluster(say: Cluster["say"], before?: string): Promise<Cluster> {
  const resend = await new FakeResend().start();
  onCleanup(() => resend.stop());
  const env: Record<string, string> = { ...resend.env };
  const migrate = (variables: Record<string, string>) =>
    run("node", ["server/commands/migrate.ts"], { cwd: before!, env: variables, quiet: true });
  const world = await FaultCluster.start({ servers: 0, durable: true, env, ...(before && { migrate }) });
  const replica = await startReplica(world.database);
  onCleanup(() => replica.stop());
  const bouncer = await startPgBouncer(world.database, replica);
  onCleanup(() => bouncer.stop());
  const port = await freePort();
  Object.assign(env, clusterEnv(`http://localhost:${port}`, bouncer, world.database));
  await world.serve(undefined, before);
  await world.serve(undefined, before);
  const nginx = await startNginx(
    world.database,
    port,
    world.servers.map((server) => server.port),
  );
  onCleanup(() => nginx.stop());
  return { world, resend, url: nginx.url, nginx, bouncer, replica, say };
}

/** Returns the number of requests per server, from nginx's log. */
export function shares({ nginx }: Cluster): number[] {
  const times = new Map<string, number>();
  for (const line of readFileSync(nginx.log, "utf8").trim().split("\n")) {
    // After retries, the last server is the one that responded.
    const server = line.split(" ").findLast((word) => /^127\.0\.0\.1:\d+,?$/.test(word));
    if (server) times.set(server, (times.get(server) ?? 0) + 1);
  }
  return [...times.values()];
}
