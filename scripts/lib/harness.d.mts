/** A migrated PostgreSQL with its DATA_DIR and secrets. */
export interface Database {
  url: string;
  dataDir: string;
  /** Every variable the product needs to use it. */
  env: Record<string, string>;
  /** The postmaster's process id (it changes when PostgreSQL was killed and came back). */
  postgresPid(): number;
  /** Stops PostgreSQL and removes the folder. */
  stop(): Promise<void>;
}

export interface Server {
  url: string;
  port: number;
  pid: number;
  /** Where its output goes. */
  files: { stdout: string; stderr: string };
  stop(
    signal?: NodeJS.Signals,
  ): Promise<{ code: number | null; signal: NodeJS.Signals | null; error?: Error }>;
}

export function startDatabase(options?: {
  dataDir?: string;
  seed?: boolean;
  durable?: boolean;
}): Promise<Database>;
export function startServer(options: {
  database: Database;
  env?: Record<string, string>;
  port?: number;
  dir?: string;
}): Promise<Server>;
