import type { FakeResend, FailureMode } from "../../support/resend";
import { below, oneOf, type Random } from "../random";
import { pause, until, type FaultCluster } from "../world";

/** Injects faults in an order determined by the seed. Returns how often each occurred. */
export async function injectFaults(
  world: FaultCluster,
  resend: FakeResend,
  next: Random,
  { done, over }: { done: () => number; over: () => boolean },
): Promise<Map<string, number>> {
  /** Waits for this number of operations. */
  const operations = async (count: number) => {
    const enough = done() + count;
    await until(() => over() || done() >= enough, `${count} operations`, 120_000);
  };
  const badMail = (manner: FailureMode) => async () => {
    resend.manner = () => (next() < 0.5 ? manner : "ok");
    await operations(60);
    resend.manner = () => "ok";
  };
  const faults: Record<string, () => Promise<void>> = {
    "kill -9 of a server": () => world.crash(below(next, world.servers.length)),
    "kill -9 of PostgreSQL": () => world.crashPostgres(),
    "PostgreSQL standing still": async () => {
      const goOn = world.freezePostgres();
      await pause(500 + below(next, 4_500));
      goOn();
    },
    "failing mail": badMail("500"),
    "slow mail": badMail("late"),
  };
  const times = new Map<string, number>();
  for (await operations(100); !over(); await operations(40 + below(next, 120))) {
    // Each fault once, then at random.
    const name = Object.keys(faults).find((fault) => !times.has(fault)) ?? oneOf(next, Object.keys(faults));
    times.set(name, (times.get(name) ?? 0) + 1);
    await faults[name]!();
  }
  return times;
}
