import { quantile } from "../tests/faults/load";
import type { Runner } from "./lists";
import type { LoadSample } from "./load";
import { cpuSeconds } from "./processes";
import type { Target } from "./servers";

/** The measurement of a case on a target. */
export interface Measurement {
  users: number;
  perSecond: number;
  p99: number;
  /** CPU milliseconds per request, of the server and of PostgreSQL. */
  serverCpu: number;
  databaseCpu: number;
}

const tenth = (value: number) => Math.round(value * 10) / 10;
const hundredth = (value: number) => Math.round(value * 100) / 100;

/**
 * Runs a case on the targets in rotation, so that other load on the machine affects all of them alike. The first sample of each target is a
 * warm-up and is discarded.
 */
export async function measure(
  runners: { target: Target; run: Runner }[],
  { connections, rounds, seconds }: { connections: number; rounds: number; seconds: number },
): Promise<Measurement[]> {
  const databasePids = runners.map(({ target }) => target.database.postgresPid());
  const totals = runners.map(() => ({ samples: [] as LoadSample[], server: 0, database: 0 }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { target, run }] of runners.entries()) {
      const before = [cpuSeconds(target.pid), cpuSeconds(databasePids[index]!)] as const;
      const sample = await run({ connections, seconds: round === 0 ? seconds / 2 : seconds });
      if (round === 0) continue;
      const sum = totals[index]!;
      sum.samples.push(sample);
      sum.server += cpuSeconds(target.pid) - before[0];
      sum.database += cpuSeconds(databasePids[index]!) - before[1];
    }
  }
  return totals.map(({ samples, server, database }, index) => {
    const times = samples.flatMap((sample) => sample.times);
    const elapsed = samples.reduce((sum, sample) => sum + sample.seconds, 0);
    return {
      users: runners[index]!.target.users,
      perSecond: tenth(times.length / elapsed),
      p99: tenth(quantile(times, 0.99)),
      serverCpu: hundredth((server * 1_000) / times.length),
      databaseCpu: hundredth((database * 1_000) / times.length),
    };
  });
}
