import { beforeAll, describe, expect, it } from "vitest";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { formatAmount, formatExact } from "@/lib/money";
import type { ProposalDto } from "@/lib/approvals/schema";
import { scheduleOf } from "@/lib/plans/schedule-rules";
import type { AdminPlanDto, PlanContent, PlanSummaryDto } from "@/lib/plans/schema";
import { toTerms } from "@/lib/plans/terms-schema";
import { buildPlans } from "../../../prisma/seed/builders";
import { admin, call, get, person, post, put, urls, type Answer, type SignedIn } from "../../support/api";

/** Plans (product 10.30): rights, versions, validation, concurrent edits and the public page. */
const content = (
  changes: Partial<PlanContent> = {},
  terms: Partial<PlanContent["terms"]> = {},
): PlanContent => ({
  name: "Short Notes",
  summary: "Notes of a few months.",
  description: "The plan lends money for a short time.",
  risk: "Low",
  terms: {
    minimum: "25000000",
    step: "1000000",
    capacity: null,
    tenor: { unit: "months", count: 6 },
    return: { kind: "fixed", rate: 1_200 },
    dayCount: "actual/365",
    payout: "monthly",
    earlyRedemption: { fromDay: 90, charge: 200 },
    fee: 0,
    withholdingTax: 1_000,
    riskText: "A borrower may not pay.",
    termsText: "First line.\nSecond line.",
    ...terms,
  },
  ...changes,
});

let editor: SignedIn;
let secondEditor: SignedIn;
let supervisor: SignedIn;
beforeAll(async () => {
  [editor, secondEditor, supervisor] = await Promise.all([admin(), admin(), admin(true)]);
  await buildPlans();
});

const planOf = (answer: Answer): AdminPlanDto => answer.body.data;
const path = ({ _id }: AdminPlanDto, act = "") => `/api/admin/plans/${_id}${act}`;
async function create(input = content()): Promise<AdminPlanDto> {
  const answer = await post("/api/admin/plans", input, editor.token);
  expect(answer.status).toBe(201);
  return planOf(answer);
}
const act = (plan: AdminPlanDto, name: "publish" | "close" | "reopen", by = editor) =>
  post(path(plan, `/${name}`), { revision: plan.revision }, by.token);
/** Asks for the publication of the next version. Returns the id of the proposal. */
async function ask(plan: AdminPlanDto, by = editor): Promise<string> {
  const { status, body } = await act(plan, "publish", by);
  expect([status, body.error]).toEqual([409, "CONFIRMATION_REQUIRED"]);
  return (body.data as unknown as { proposalId: string }).proposalId;
}
const confirm = (id: string, by = supervisor) =>
  post(`/api/admin/proposals/${id}/confirm`, undefined, by.token);
/** Publishes the next version, which two administrators do. */
async function publish(plan: AdminPlanDto): Promise<AdminPlanDto> {
  expect((await confirm(await ask(plan))).status).toBe(200);
  return planOf(await get(path(plan), editor.token));
}
const edit = (plan: AdminPlanDto, changes: PlanContent, by = editor) =>
  put(path(plan), { ...changes, revision: plan.revision }, by.token);
const page = async (slug: string, query = "") => {
  const response = await fetch(`${urls()[0]}/plans/${slug}${query}`, { headers: { accept: "text/html" } });
  return { status: response.status, text: await response.text() };
};

describe("a plan", () => {
  it("is a draft, then published, edited as the next version, closed and opened again; each act is audited", async () => {
    const draft = await create(content({ name: "Ọdún Notes & Bonds" }));
    expect(draft).toMatchObject({
      state: "draft",
      revision: 1,
      published: null,
      unpublished: { ...content({ name: "Ọdún Notes & Bonds" }), version: 1, publishedAt: null },
      history: [],
    });
    expect(draft.slug).toBe("odun-notes-bonds");
    expect((await page(draft.slug)).status).toBe(404);

    const published = await publish(draft);
    expect(published).toMatchObject({
      state: "open",
      revision: 2,
      unpublished: null,
      published: { version: 1 },
    });
    const edited = planOf(await edit(published, content({}, { return: { kind: "fixed", rate: 900 } })));
    expect(edited).toMatchObject({
      published: { version: 1, terms: { return: { rate: 1_200 } } },
      unpublished: { version: 2, terms: { return: { rate: 900 } } },
    });
    // An unpublished version can be edited again, and is not public.
    const again = planOf(await edit(edited, content({}, { return: { kind: "fixed", rate: 1_000 } })));
    expect(again.unpublished).toMatchObject({ version: 2, terms: { return: { rate: 1_000 } } });
    await expect.poll(async () => (await page(draft.slug)).text).toContain("12% a year");
    const list = (await get("/api/admin/plans", editor.token)).body.data as PlanSummaryDto[];
    expect(list.find(({ _id }) => _id === draft._id)).toMatchObject({
      state: "open",
      version: 1,
      hasUnpublishedChanges: true,
    });

    const second = await publish(again);
    expect(second).toMatchObject({ published: { version: 2 }, unpublished: null });
    expect(second.history.map(({ version }) => version)).toEqual([2, 1]);
    const closed = planOf(await act(second, "close"));
    await expect.poll(async () => (await page(draft.slug)).text).toContain("Closed to new investments");
    expect((await page(draft.slug)).text).not.toContain("Calculate");
    const reopened = planOf(await act(closed, "reopen"));
    expect(reopened).toMatchObject({ state: "open", published: { version: 2 } });
    await expect.poll(async () => (await page(draft.slug)).text).not.toContain("Closed to new investments");

    const rows = await db.auditEvent.findMany({ where: { targetId: draft._id }, orderBy: { seq: "asc" } });
    expect(rows.map(({ action, data, actorId }) => [action, data, actorId])).toEqual([
      ["plan.created", {}, editor.id],
      ["plan.published", { version: 1, proposedBy: editor.id }, supervisor.id],
      ["plan.edited", { version: 2 }, editor.id],
      ["plan.edited", { version: 2 }, editor.id],
      ["plan.published", { version: 2, proposedBy: editor.id }, supervisor.id],
      ["plan.closed", {}, editor.id],
      ["plan.reopened", {}, editor.id],
    ]);
  });

  it("that is closed opens with the next version when that is published", async () => {
    const closed = planOf(await act(await publish(await create()), "close"));
    const edited = planOf(await edit(closed, content({ name: "Longer Notes" })));
    expect(edited.state).toBe("closed");
    expect(await publish(edited)).toMatchObject({
      state: "open",
      published: { version: 2, name: "Longer Notes" },
    });
  });

  it("has a unique address, which never changes", async () => {
    const [first, second] = [
      await create(content({ name: "Twin" })),
      await create(content({ name: "TWIN!" })),
    ];
    const number = (slug: string) => Number(/^twin(?:-(\d+))?$/.exec(slug)![1] ?? 1);
    expect(number(second.slug)).toBe(number(first.slug) + 1);
    expect(planOf(await edit(first, content({ name: "Renamed" }))).slug).toBe(first.slug);
    const many = await Promise.all(Array.from({ length: 8 }, () => create(content({ name: "At once" }))));
    expect(new Set(many.map(({ slug }) => slug)).size).toBe(8);
  });

  it("is closed only while it is open, opened only while it is closed, published only with changes", async () => {
    const draft = await create();
    for (const name of ["close", "reopen"] as const) {
      const answer = await act(draft, name);
      expect([answer.status, answer.body.message]).toEqual([409, "This plan is still a draft"]);
    }
    const open = await publish(draft);
    expect((await act(open, "publish")).body.message).toBe("This plan has no changes to publish");
    expect((await act(open, "reopen")).status).toBe(409);
    // A refused action changes nothing.
    expect(planOf(await get(path(open), editor.token))).toEqual(open);
  });
});

describe("a publication", () => {
  const proposals = async () =>
    (await get("/api/admin/proposals", supervisor.token)).body.data as ProposalDto[];

  it("waits for another administrator, who is not the one who asked; the page of the plan says so", async () => {
    const plan = await create(content({ name: "Careful Notes" }));
    const id = await ask(plan, supervisor);
    expect(await ask(plan)).toBe(id);
    const waiting = planOf(await get(path(plan), editor.token));
    expect(waiting).toMatchObject({ state: "draft", revision: 1, published: null });
    expect(waiting.publicationProposedAt).toMatch(/Z$/);
    expect((await proposals()).find(({ _id }) => _id === id)).toMatchObject({
      kind: "plan_publication",
      publication: { planId: plan._id, plan: "Careful Notes", version: 1 },
    });
    expect((await confirm(id)).body.error).toBe("FORBIDDEN");
    expect((await confirm(id, secondEditor)).status).toBe(403);
    expect((await page(plan.slug)).status).toBe(404);
    expect((await confirm(id, await admin(true))).status).toBe(200);
    const published = planOf(await get(path(plan), editor.token));
    expect(published).toMatchObject({
      state: "open",
      publicationProposedAt: null,
      published: { version: 1 },
    });
  });

  it("ends when the plan is changed, so that nobody confirms terms that the first has not seen", async () => {
    const plan = await create();
    const id = await ask(plan);
    const edited = planOf(await edit(plan, content({ summary: "Other notes." }), secondEditor));
    expect(edited.publicationProposedAt).toBeNull();
    expect((await confirm(id)).body.error).toBe("ALREADY_DECIDED");
    expect((await act(plan, "publish")).body.error).toBe("CONFLICT");
    expect(await publish(edited)).toMatchObject({ published: { summary: "Other notes." } });
  });
});

describe("two administrators", () => {
  it("who edit the same plan: the second gets 409, and overwrites nothing", async () => {
    const plan = await create();
    const saved = planOf(await edit(plan, content({ name: "By the first" })));
    const refused = await edit(plan, content({ name: "By the second" }), secondEditor);
    expect([refused.status, refused.body.error, refused.body.message]).toEqual([
      409,
      "CONFLICT",
      "Another administrator has changed this plan. Reload the page to see the changes.",
    ]);
    expect(planOf(await get(path(plan), secondEditor.token))).toEqual(saved);
    expect((await act(plan, "publish", secondEditor)).status).toBe(409);
    expect(
      planOf(await edit(saved, content({ name: "By the second" }), secondEditor)).unpublished!.name,
    ).toBe("By the second");
  });

  it("who act at the same moment: one succeeds", async () => {
    const plan = await publish(await create());
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) =>
        edit(plan, content({ name: `Edit ${index}` }), index % 2 ? editor : secondEditor),
      ),
      act(plan, "close", secondEditor),
      act(plan, "close", editor),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(planOf(await get(path(plan), editor.token)).revision).toBe(plan.revision + 1);
  });
});

describe("a published version", () => {
  it("is protected by the database from every role", async () => {
    const plan = await publish(await create());
    const where = { planId: plan._id };
    const refused = /never changes/;
    await expect(db.planVersion.updateMany({ where, data: { name: "Other" } })).rejects.toThrow(refused);
    await expect(db.planVersion.updateMany({ where, data: { publishedAt: null } })).rejects.toThrow(refused);
    await expect(db.planVersion.deleteMany({ where })).rejects.toThrow(refused);
    await expect(db.plan.delete({ where: { id: plan._id } })).rejects.toThrow();
    // The application's role lacks the privilege; the owner is stopped by a trigger.
    await expect(db.$executeRaw`TRUNCATE plan_versions`).rejects.toThrow(/permission denied/);
    // The next version can be edited, but there is only one.
    await edit(plan, content());
    await expect(db.planVersion.create({ data: { ...where, ...content(), version: 9 } })).rejects.toThrow(
      /Unique constraint/,
    );
    expect(planOf(await get(path(plan), editor.token)).published!.name).toBe(plan.published!.name);
  });

  it("has exact amounts: the database refuses numbers and fractions", async () => {
    const { _id } = await create();
    for (const minimum of ["1.5", "-1", "", "1e21"])
      await expect(
        db.planVersion.updateMany({
          where: { planId: _id },
          data: { terms: { ...content().terms, minimum } },
        }),
      ).rejects.toThrow(/plan_version_amounts/);
    await expect(
      db.planVersion.updateMany({ where: { planId: _id }, data: { terms: { ...content().terms, step: 5 } } }),
    ).rejects.toThrow(/plan_version_amounts/);
  });
});

describe("rights and input", () => {
  it("members and visitors neither read nor change plans in the back office", async () => {
    const [plan, member] = await Promise.all([
      create(),
      person({ role: "investor", investorType: "personal" }),
    ]);
    for (const [token, status] of [
      [member.token, 403],
      [undefined, 401],
    ] as const) {
      expect((await get("/api/admin/plans", token)).status).toBe(status);
      expect((await get(path(plan), token)).status).toBe(status);
      expect((await post("/api/admin/plans", content(), token)).status).toBe(status);
      expect((await put(path(plan), { ...content(), revision: 1 }, token)).status).toBe(status);
      for (const name of ["publish", "close", "reopen"])
        expect((await post(path(plan, `/${name}`), { revision: 1 }, token)).status).toBe(status);
    }
    expect(planOf(await get(path(plan), editor.token))).toEqual(plan);
  });

  it("publishing and closing need a fresh proof of identity", async () => {
    const [plan, late] = await Promise.all([create(), admin()]);
    await db.session.updateMany({
      where: { userId: late.id },
      data: { provedAt: new Date(Date.now() - 3_600_000) },
    });
    expect((await act(plan, "publish", late)).body.error).toBe("STEP_UP_REQUIRED");
    expect((await edit(plan, content(), late)).status).toBe(200);
  });

  const declared = (low: number, high: number) => ({ return: { kind: "declared" as const, low, high } });
  it.each<[string, unknown]>([
    ["terms.minimum", content({}, { minimum: "0" })],
    ["terms.minimum", content({}, { minimum: "1.5" })],
    ["terms.minimum", content({}, { minimum: 25_000_000 as never })],
    ["terms.minimum", content({}, { minimum: "1e21" })],
    ["terms.minimum", content({}, { minimum: "250,000", capacity: "100000000" })],
    ["terms.capacity", content({}, { capacity: "1.5" })],
    ["terms.minimum", content({}, { minimum: "1000000000000001" })],
    ["terms.step", content({}, { step: "-1" })],
    ["terms.capacity", content({}, { capacity: "100" })],
    ["terms.tenor.count", content({}, { tenor: { unit: "months", count: 0 } })],
    ["terms.tenor.count", content({}, { tenor: { unit: "days", count: 1.5 } })],
    ["terms.return.rate", content({}, { return: { kind: "fixed", rate: 10_001 } })],
    ["terms.return.rate", content({}, { return: { kind: "fixed" } as never })],
    ["terms.return.high", content({}, declared(900, 800))],
    ["terms.earlyRedemption.fromDay", content({}, { earlyRedemption: { fromDay: 168, charge: 0 } })],
    ["terms.fee", content({}, { fee: -1 })],
    ["terms.withholdingTax", content({}, { withholdingTax: 10_001 })],
    ["terms.payout", content({}, { payout: "weekly" as never })],
    ["terms.dayCount", content({}, { dayCount: "30/360" as never })],
    ["terms.termsText", content({}, { termsText: "" })],
    ["name", content({ name: " " })],
    ["terms", { ...content(), terms: undefined }],
  ])("%s is refused where it is wrong", async (field, body) => {
    const answer = await post("/api/admin/plans", body, editor.token);
    expect([answer.status, answer.body.errors?.map((error) => error.path)]).toEqual([422, [field]]);
  });

  it("the tax is 10 % unless it is specified, and a revision is required", async () => {
    const { withholdingTax: _, ...terms } = content().terms;
    const plan = planOf(await post("/api/admin/plans", { ...content(), terms }, editor.token));
    expect(plan.unpublished!.terms.withholdingTax).toBe(1_000);
    expect((await put(path(plan), content(), editor.token)).status).toBe(422);
    for (const revision of [undefined, 0, 2 ** 31])
      expect((await post(path(plan, "/publish"), { revision }, editor.token)).status).toBe(422);
    expect((await call("DELETE", path(plan), { token: editor.token })).status).toBe(405);
  });
});

describe("the calculator of the public page", () => {
  it("shows what the schedule pays, to the kobo, without a script", async () => {
    const plan = await publish(await create(content({ name: "Exact" }, { fee: 500 })));
    const { status, text } = await page(plan.slug, "?amount=" + encodeURIComponent("₦1 230 000"));
    expect(status).toBe(200);
    expect(text).not.toMatch(/<script[^>]*src="\/_next/);
    const schedule = scheduleOf(toTerms(content({}, { fee: 500 }).terms), 123_000_000n, lagosDay());
    if (schedule.kind !== "fixed") throw new Error("not fixed");
    for (const { gross, fee, tax, net } of schedule.instalments)
      for (const amount of [gross, fee, tax, net]) expect(text).toContain(`>${formatAmount(amount)}<`);
    const total = (of: "gross" | "net") =>
      schedule.instalments.reduce((sum, payment) => sum + payment[of], 0n);
    for (const amount of [total("gross"), total("net"), total("net") + 123_000_000n])
      expect(text).toContain(`>${formatExact(amount)}<`);
    expect(text).not.toContain("A target, not a guarantee");
  });

  it("shows both ends of a target range, and says that it is a target", async () => {
    const { text } = await page("agriculture-growth");
    expect(text).toContain("A target, not a guarantee");
    // 14 % and 18 % of the minimum for a year of 365 days, unless 29 February is in it.
    expect(text).toMatch(/>₦35,(?:000\.00|095\.89) to ₦45,(?:000\.00|123\.28)</);
  });

  it.each([
    ["100,000", "The minimum is ₦250,000"],
    ["255,000", "Amounts go up in steps of ₦10,000. Enter ₦250,000 or ₦260,000."],
    ["250,000.50", "Enter whole naira, without kobo"],
    ["1e21", "Enter the amount in digits, such as 250,000"],
    ["-250000", "Enter an amount above zero"],
    ["1.000", "Write the amount with commas between thousands"],
    ["", "Enter an amount"],
    ["<script>x</script>", "Enter the amount in digits"],
    ["9".repeat(2_000), "This amount is too large"],
  ])("%s: %s", async (typed, message) => {
    const { status, text } = await page("agriculture-growth", `?amount=${encodeURIComponent(typed)}`);
    expect(status).toBe(200);
    expect(text).toContain(message);
    expect(text).toContain('aria-invalid="true"');
    expect(text).not.toContain("<script>x");
    expect(text).not.toContain("Payment schedule");
  });

  it("takes the first of several amounts", async () => {
    expect((await page("agriculture-growth", "?amount=260000&amount=x")).text).toContain("₦260,000");
  });
});
