import "server-only";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { db } from "@/lib/db/client";
import { countJobs, findOldestDueJob } from "@/lib/db/jobs";

async function countPendingSubmissions(): Promise<number> {
  const [row] = await db.$queryRaw<[{ waiting: number }]>`
    SELECT coalesce(sum(delta), 0)::int AS waiting FROM user_count_deltas
    WHERE role <> 'admin' AND status = 'pending' AND submitted`;
  return row.waiting;
}

/** Returns NaN if the database is unavailable, so that the other metrics are still exported. */
const orNaN = (count: () => Promise<number>) => count().catch(() => NaN);

/** Creates the Prometheus metrics. Labels never contain user input. */
function create() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "seedline_request_seconds",
    help: "API calls by route and response time",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  new Counter({
    name: "seedline_shed_total",
    help: "Requests rejected because the server was overloaded",
    registers,
    collect() {
      // Rejections are counted outside Next.js (server/admission.ts).
      this.reset();
      this.inc(Number(Reflect.get(globalThis, Symbol.for("seedline.shed")) ?? 0));
    },
  });
  new Gauge({
    name: "seedline_mail_waiting",
    help: "Emails not delivered yet",
    registers,
    async collect() {
      this.set(await orNaN(() => db.mailOutbox.count({ where: { sentAt: null, failedAt: null } })));
    },
  });
  new Gauge({
    name: "seedline_verifications_waiting",
    help: "Submissions awaiting a decision",
    registers,
    async collect() {
      this.set(await orNaN(countPendingSubmissions));
    },
  });
  new Gauge({
    name: "seedline_jobs",
    help: "Jobs of all servers: due but not started, failed and due to be retried, failed permanently",
    labelNames: ["job", "state"],
    registers,
    async collect() {
      this.reset();
      for (const { name, ...counts } of await countJobs().catch(() => []))
        for (const [state, count] of Object.entries(counts)) this.set({ job: name, state }, count);
    },
  });
  new Gauge({
    name: "seedline_oldest_due_job_seconds",
    help: "How long the oldest due job has waited to start on any server, 0 if there is none",
    registers,
    async collect() {
      this.set(await orNaN(async () => (await findOldestDueJob())?.seconds ?? 0));
    },
  });
  return { registry, requests };
}

/** The metrics are shared through globalThis, because the build bundles this module more than once. */
const holder = globalThis as { seedlineMetrics?: ReturnType<typeof create> };
const metrics = () => (holder.seedlineMetrics ??= create());

/** Counts one response. `seconds` is the time to its headers. */
export function countRequest(method: string, route: string, status: number, seconds: number): void {
  metrics().requests.observe({ method, route, status }, seconds);
}

/** Returns all metrics in Prometheus' text format. */
export const renderMetrics = (): Promise<string> => metrics().registry.metrics();
