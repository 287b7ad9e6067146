import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { POLL_MS } from "@/lib/jobs/worker";
import { until } from "../../../support/api";
import { expectErrorLog } from "../../../support/error-log";
import { freeze } from "../../../support/freeze";
import { database, mail, resend, sent, serve, jobDatabase } from "../../../support/job-servers";

jobDatabase();

describe("jobs (threat 42)", () => {
  it("begin when their change is committed: emails do not wait for the next poll", async () => {
    await serve();
    await sent((await mail()).to);
    let waitedMs = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      const { to, at } = await mail();
      waitedMs += (await sent(to)).at - at;
    }
    // Each email is written just after a poll, so without the announcement it would wait for almost the whole interval.
    expect(waitedMs / 20).toBeLessThan(POLL_MS / 2);
  });

  it("threat 70: continue after the database did not respond while two of them ended", async () => {
    expectErrorLog("jobs.interrupted");
    const server = await serve({ DATABASE_TIMEOUT_MS: "500" });
    await sent((await mail()).to);
    resend.next = ["slow", "slow"];
    const interrupted = [await mail(), await mail()];
    await until(() => Promise.resolve(resend.attempts > 2 && resend.next.length === 0), "two deliveries");
    const resume = freeze(database.postgresPid());
    const logged = (event: string) =>
      readFileSync(server.files.stdout, "utf8").split(`"event":"${event}"`).length - 1;
    try {
      await until(() => Promise.resolve(logged("job.failed") === 2), "two failed jobs");
      await until(() => Promise.resolve(logged("jobs.interrupted") > 0), "the end of the runner");
    } finally {
      resume();
    }
    await sent((await mail()).to);
    for (const { to } of interrupted) expect(resend.to(to)).toHaveLength(1);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  });
});
