import type { Database } from "../scripts/lib/harness.mjs";

interface Program {
  pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}
export interface Replica {
  url: string;
  port: number;
  pid(): number;
  stop(): Promise<void>;
}
export interface Bouncer extends Program {
  url: string;
  replicaUrl: string;
  /** pgbouncer's own console. */
  adminUrl: string;
}
export interface Nginx extends Program {
  url: string;
  /** One line a request: which servers were asked, what each answered, the seconds, the status, the method. */
  log: string;
  /** Where nginx would keep what it does not pass on at once. */
  folders: string[];
  /** Passes requests on to these servers only, out of those it was started with. */
  route(ports: number[]): Promise<void>;
}
type At = Pick<Database, "url" | "dataDir">;

export function startReplica(primary: At): Promise<Replica>;
export function startPgbouncer(primary: At, replica: Pick<Replica, "port">): Promise<Bouncer>;
export function startNginx(
  database: Pick<Database, "dataDir">,
  port: number,
  ports: number[],
): Promise<Nginx>;
export function behind(
  nginxUrl: string,
  bouncer: Pick<Bouncer, "url" | "replicaUrl">,
): Record<string, string>;
