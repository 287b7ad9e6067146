import { EventEmitter } from "node:events";
import type { RunnerOptions, WorkerEvents } from "graphile-worker";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/log";
import { runJobs } from "./worker";

/** A runner of the library that starts no jobs and never ends. */
const run = vi.hoisted(() => vi.fn());
const findOldestDueJob = vi.hoisted(() => vi.fn());
const end = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock("graphile-worker", async (original) => ({ ...(await original<object>()), run }));
vi.mock("@/lib/db/jobs", () => ({ findOldestDueJob }));
vi.mock("@/lib/db/pool", () => ({ createPool: () => Object.assign(new EventEmitter(), { end }) }));
// Fake timers do not replace this module.
vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) => new Promise((resolve) => globalThis.setTimeout(resolve, ms)),
}));
vi.mock("./table", () => ({ jobs: [{ name: "mail", when: "added", what: () => Promise.resolve() }] }));

const hanging = () => new Promise<never>(() => undefined);
const events = (nth: number) => (run.mock.calls[nth] as [RunnerOptions])[0].events as WorkerEvents;
let stop: () => unknown;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(log, "error").mockReturnValue(undefined);
  run.mockResolvedValue({ promise: hanging(), stop: hanging });
  findOldestDueJob.mockResolvedValue({ id: "1", seconds: 60 });
  stop = runJobs([{ isMember: () => true, concurrency: 10, connections: 5 }]);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.resetAllMocks();
});

describe("the watchdog of the job queue (threat 70)", () => {
  it("replaces a runner that takes no due work, also if its stop never returns", async () => {
    await vi.advanceTimersByTimeAsync(35_000);
    expect(log.error).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(log.error).toHaveBeenCalledWith({ event: "jobs.stalled" });
    expect([run.mock.calls.length, end.mock.calls.length]).toEqual([2, 0]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(end).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["that takes other work", () => events(0).emit("job:start", { job: { id: "2" } } as never)],
    ["whose due jobs are taken elsewhere", (n: number) => findOldestDueJob.mockResolvedValue({ id: `${n}` })],
    ["without due jobs", () => findOldestDueJob.mockResolvedValue(null)],
    ["whose database does not answer", () => findOldestDueJob.mockRejectedValue(new Error("timeout"))],
  ])("does not replace a runner %s", async (_, happens: (n: number) => void) => {
    for (let n = 0; n < 10; n += 1) {
      happens(n);
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("does not replace a runner without free slots", async () => {
    for (let id = 0; id < 10; id += 1) events(0).emit("job:start", { job: { id: `${id}` } } as never);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(run).toHaveBeenCalledTimes(1);
    events(0).emit("job:complete", { job: { id: "1" } } as never);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("replaces a runner that could not store the end of a job within seconds", async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    events(0).emit("pool:fatalError", { error: new Error("timeout") } as never);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(run).toHaveBeenCalledTimes(2);
  });
});
