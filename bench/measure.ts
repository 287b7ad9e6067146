import { quantile } from "../tests/faults/load";
import { residentMb } from "../tests/support/process-memory";
import type { LoadSample } from "./load";
import { cpuSeconds } from "./processes";
import type { Runner } from "./mixed-cases";
import type { Target } from "./servers";

/** The measurement of a case on a target. */
export interface Measurement {
  target: Target["name"];
  users: number;
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU milliseconds per request, of the server and of PostgreSQL. */
  serverCpu: number;
  databaseCpu: number;
  /** Of the server, at the end. */
  memoryMb: number;
}

export interface BenchTarget {
  target: Target;
  run: Runner;
}

const tenth = (value: number) => Math.round(value * 10) / 10;
const hundredth = (value: number) => Math.round(value * 100) / 100;

/**
 * Runs a case on the targets in rotation, so that other load on the machine affects all of them alike. The first sample of each warms it up
 * and is discarded.
 */
export async function measure(
  benchTargets: BenchTarget[],
  { connections, rounds, seconds }: { connections: number; rounds: number; seconds: number },
): Promise<Measurement[]> {
  const totals = benchTargets.map(() => ({ samples: [] as LoadSample[], server: 0, database: 0 }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { target, run }] of benchTargets.entries()) {
      const before = [cpuSeconds(target.pid), cpuSeconds(target.databasePid)] as const;
      const sample = await run({ connections, seconds: round === 0 ? seconds / 2 : seconds });
      if (round === 0) continue;
      const sum = totals[index]!;
      sum.samples.push(sample);
      sum.server += cpuSeconds(target.pid) - before[0];
      sum.database += cpuSeconds(target.databasePid) - before[1];
    }
  }
  return totals.map(({ samples, server, database }, index) => {
    const { target } = benchTargets[index]!;
    const times = samples.flatMap((sample) => sample.times);
    const elapsed = samples.reduce((sum, sample) => sum + sample.seconds, 0);
    return {
      target: target.name,
      users: target.users,
      requests: times.length,
      perSecond: tenth(times.length / elapsed),
      p50: tenth(quantile(times, 0.5)),
      p99: tenth(quantile(times, 0.99)),
      serverCpu: hundredth((server * 1_000) / times.length),
      databaseCpu: hundredth((database * 1_000) / times.length),
      memoryMb: Math.round(residentMb(target.pid)),
    };
  });
}
