import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { reviewTimes } from "@/lib/review/figures/review-times";
import type { ReviewQueue } from "@/lib/submission-rules";
import { DEMO_PASSWORD, type UserSpec } from "../../../../prisma/seed/builders";
import { cookiesOf } from "../../../support/api";
import { THURSDAY, build, pending } from "../../../support/business-days";
import { postJson } from "../../../support/own-server";
import { server, ownInstallation } from "../../../support/installation";

/** The duration of reviews (product 10.17), in a separate database because it is measured over a whole installation. */
ownInstallation();

describe("the applicant's estimate", () => {
  const page = async (spec: Partial<UserSpec>) => {
    const { email } = await build({ ...spec, verification: "pending" });
    const login = await postJson(`${server.url}/api/auth/login`, { email, password: DEMO_PASSWORD });
    const cookie = cookiesOf(login.headers);
    return async () => {
      const response = await fetch(`${server.url}/verification-success`, { headers: { cookie } });
      return (await response.text()).replaceAll("<!-- -->", "");
    };
  };
  const decisionsOf = (queue: ReviewQueue, days: number[], decidedAt = new Date()) =>
    db.decision.createMany({
      data: days.map((businessDays) => ({ status: "approved" as const, decidedAt, queue, businessDays })),
    });

  it("is the usual time until there are 20 decisions of its queue in 30 days, then their median and 90th percentile", async () => {
    await db.decision.deleteMany();
    const read = await page({ role: "investor", investorType: "corporate" });
    await decisionsOf("corporate", [...Array<number>(10).fill(1), ...Array<number>(7).fill(3), 4, 5]);
    await decisionsOf(
      "corporate",
      Array<number>(20).fill(9),
      new Date(Date.now() - 30 * 86_400_000 - 60_000),
    );
    await decisionsOf("startup", Array<number>(20).fill(8));
    const usual = "A reviewer checks your answers against your documents, usually within 1-2 business days.";
    expect(await read()).toContain(usual);
    await decisionsOf("corporate", [3]);
    const estimated = await read();
    expect(estimated).toContain(
      "Half of the verifications like yours were decided within 1 business day, 9 of 10 within 3.",
    );
    expect(estimated).not.toContain(usual);
    expect(await (await page({ role: "startup" }))()).toContain(
      "9 out of 10 verifications like yours were decided within 8 business days.",
    );
  });
});

describe("the dashboard's times", () => {
  it("are the median and 90th percentile of each week's first decisions, and the pending submissions by age", async () => {
    await db.decision.deleteMany();
    const before = await reviewTimes();
    expect(before.weeks).toHaveLength(12);
    expect(
      before.weeks.every(({ decisions, p50, p90 }) => decisions === 0 && p50 === null && p90 === null),
    ).toBe(true);
    expect(before.waiting.map(({ fewest, most }) => [fewest, most])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 5],
      [6, null],
    ]);
    const lastWeek = new Date(Date.parse(`${before.weeks.at(-2)!.week}T12:00:00+01:00`));
    await db.decision.createMany({
      data: [0, 0, 1, 1, 1, 2, 2, 3, 4, 30].map((businessDays) => ({
        status: "rejected" as const,
        decidedAt: lastWeek,
        queue: "startup" as const,
        businessDays,
      })),
    });
    await db.decision.create({ data: { status: "approved", decidedAt: lastWeek } });
    await build({ ...pending, submittedAt: new Date() });
    await build({ ...pending, submittedAt: THURSDAY });
    await build({ ...pending, verification: "approved", submittedAt: THURSDAY });
    const after = await reviewTimes();
    expect(after.weeks.at(-2)).toEqual({ week: before.weeks.at(-2)!.week, decisions: 10, p50: 1, p90: 4 });
    expect(
      after.waiting.map(({ submissions }, index) => submissions - before.waiting[index]!.submissions),
    ).toEqual([1, 0, 0, 0, 1]);
  });
});
