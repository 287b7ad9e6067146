import { quantile } from "../tests/faults/load";
import { residentMb } from "../tests/support/resident";
import type { Slice } from "./load";
import { cpuSeconds } from "./processes";
import type { Runner } from "./others";
import type { Target } from "./servers";

/** What a case costs on a target. */
export interface Figures {
  target: Target["name"];
  users: number;
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor a request: of the server, and of PostgreSQL. */
  serverCpu: number;
  databaseCpu: number;
  /** Of the server, at the end. */
  memoryMb: number;
}

export interface Lane {
  target: Target;
  run: Runner;
}

const tenth = (value: number) => Math.round(value * 10) / 10;
const hundredth = (value: number) => Math.round(value * 100) / 100;

/**
 * Runs a case on each lane in turn, round after round, so that whatever else the machine does weighs on all alike. The first slice of each
 * warms its caches and compiler and does not count.
 */
export async function measure(
  lanes: Lane[],
  { connections, rounds, seconds }: { connections: number; rounds: number; seconds: number },
): Promise<Figures[]> {
  const taken = lanes.map(() => ({ slices: [] as Slice[], server: 0, database: 0 }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { target, run }] of lanes.entries()) {
      const before = [cpuSeconds(target.pid), cpuSeconds(target.databasePid)] as const;
      const slice = await run({ connections, seconds: round === 0 ? seconds / 2 : seconds });
      if (round === 0) continue;
      const sum = taken[index]!;
      sum.slices.push(slice);
      sum.server += cpuSeconds(target.pid) - before[0];
      sum.database += cpuSeconds(target.databasePid) - before[1];
    }
  }
  return taken.map(({ slices, server, database }, index) => {
    const { target } = lanes[index]!;
    const times = slices.flatMap((slice) => slice.times);
    const elapsed = slices.reduce((sum, slice) => sum + slice.seconds, 0);
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
