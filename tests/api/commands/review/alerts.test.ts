import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { refundLine } from "@/lib/bank/commands";
import { lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { requestInvestment } from "@/lib/investments/commands";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { findDue, listDue } from "@/lib/payouts/queries";
import { decideSubmission } from "@/lib/review/decisions/commands";
import { decisionSchema } from "@/lib/review/decisions/schema";
import { listAlerts, ownAlert, syncAlert } from "@/lib/review/screening/alerts";
import { decideHit } from "@/lib/review/screening/hits";
import { alertListQuery } from "@/lib/review/screening/schema";
import type { Viewer } from "@/lib/viewer";
import { auditEventsFor, emailsFor, reviewer, verifiedInvestor } from "../../../support/accounts";
import { openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { importOneLine } from "../../../support/statements";

/** An approved customer who may be on a watchlist is an alert, and their money waits (product 10.27). */
const N = 10_000_000n;
let staff: Viewer, other: Viewer, plan: SamplePlan, customer: Viewer;
beforeAll(async () => {
  [staff, other] = [await reviewer(), await reviewer()];
  plan = await openPlan();
});
beforeEach(async () => {
  customer = await verifiedInvestor();
});

/** Stores a hit of a user, as the screening does. Returns its id. */
async function hit(userId: string, source: "un" | "pep" = "un"): Promise<string> {
  const id = uuidv7();
  await transaction(async (tx) => {
    await tx.screeningHit.create({
      data: {
        id,
        userId,
        source,
        externalId: id,
        entryName: "INVENTED NAME",
        programme: "",
        births: [],
        party: "applicant",
        name: "Invented Name",
        normalized: id,
        matchedName: "INVENTED NAME",
        score: 80,
        explanation: "2 of 2 words of the name match.",
        basis: id,
      },
    });
    await syncAlert(tx, userId, null);
  });
  return id;
}
const decide = (hitId: string, verdict: "cleared" | "confirmed") =>
  decideHit(staff, customer.userId, { hitId, verdict, reason: "documents", basis: hitId, note: undefined });
const alertOf = async ({ userId }: Viewer, state = "open") => {
  const { alerts } = await listAlerts(staff, alertListQuery.parse({ state, limit: 100 }));
  return alerts.find(({ user }) => user._id === userId);
};

describe("an alert", () => {
  it("is open while a hit of an approved user is undecided, and has an owner and a due date", async () => {
    const hitId = await hit(customer.userId);
    const alert = await alertOf(customer);
    expect(alert).toMatchObject({ state: "open", hits: 1, sources: ["un"], owner: null, isLate: false });
    expect(new Date(alert!.dueAt).getTime()).toBeGreaterThan(Date.now());
    await hit(customer.userId, "pep");
    expect(await db.watchlistAlert.count({ where: { userId: customer.userId } })).toBe(1);
    await ownAlert(staff, alert!._id, true);
    expect((await alertOf(customer))!.owner).toMatchObject({ isMe: true });
    await decide(hitId, "cleared");
    expect((await alertOf(customer))!.state).toBe("open");
    const pep = await db.screeningHit.findFirstOrThrow({ where: { userId: customer.userId, source: "pep" } });
    await decide(pep.id, "cleared");
    expect(await alertOf(customer, "cleared")).toMatchObject({ state: "cleared" });
    await expect(ownAlert(staff, alert!._id, true)).rejects.toMatchObject({ code: "ALREADY_DECIDED" });
    const actions = (await auditEventsFor(customer.userId)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith("alert."))).toEqual([
      "alert.opened",
      "alert.taken",
      "alert.closed",
    ]);
  });

  it("is confirmed if a hit is, and outlives the approval", async () => {
    await decide(await hit(customer.userId), "confirmed");
    expect(await alertOf(customer, "confirmed")).toMatchObject({ state: "confirmed" });
    const second = await verifiedInvestor();
    await hit(second.userId);
    await db.user.update({ where: { id: second.userId }, data: { status: "rejected" } });
    await transaction((tx) => syncAlert(tx, second.userId, null));
    expect(await alertOf(second)).toMatchObject({ state: "open" });
  });

  it("does not exist for an applicant, whose hits are findings of the case", async () => {
    const applicant = await verifiedInvestor();
    await db.user.update({
      where: { id: applicant.userId },
      data: { status: "pending", reviewedAt: null },
    });
    const hitId = await hit(applicant.userId);
    expect(await alertOf(applicant)).toBeUndefined();
    const body = { hitId, verdict: "confirmed", reason: "documents", basis: hitId, note: undefined } as const;
    await decideHit(staff, applicant.userId, body);
    await expect(
      decideSubmission(other, applicant.userId, decisionSchema.parse({ status: "approved" })),
    ).rejects.toMatchObject({ code: "CONFLICT", message: /on a list of sanctions/ });
  });
});

describe("money of a customer with an alert (threat 73)", () => {
  const waits = { code: "CONFLICT", message: /wait, because a watchlist hit is undecided or confirmed/ };

  it("is not invested, which only administrators see", async () => {
    const hitId = await hit(customer.userId);
    const before = (await emailsFor(customer.userId)).length;
    // The customer notices nothing.
    const { _id } = await requestInvestment(customer, requestBody(plan, String(N)));
    const pay = () =>
      recordReceipt(staff, _id, {
        bankReference: `A${_id}`.slice(0, 30),
        amount: String(N),
        receivedOn: lagosDay(),
      });
    await expect(pay()).rejects.toMatchObject(waits);
    expect((await emailsFor(customer.userId)).slice(before).map(({ template }) => template)).toEqual([
      "investmentRequested",
    ]);
    await decide(hitId, "cleared");
    await pay();
    expect(await db.investment.findUniqueOrThrow({ where: { id: _id } })).toMatchObject({ state: "active" });
  });

  it("is not paid out, and the list of amounts due says so to administrators", async () => {
    const { reference } = await requestInvestment(customer, requestBody(plan, String(N)));
    const lineId = await importOneLine(other, N, { text: `Transfer ${reference}` });
    await refundLine(other, lineId);
    const { id } = await db.amountDue.findFirstOrThrow({ where: { lineId } });
    const total = String((await findDue([id])).reduce((sum, { amount }) => sum + amount, 0n));
    const batch = await proposeBatch(staff, { ids: [id], total });
    const hitId = await hit(customer.userId);
    await expect(releaseBatch(other, batch._id)).rejects.toMatchObject(waits);
    await db.user.update({ where: { id: customer.userId }, data: { status: "rejected" } });
    await expect(releaseBatch(other, batch._id)).rejects.toMatchObject(waits);
    await decide(hitId, "confirmed");
    await expect(releaseBatch(other, batch._id)).rejects.toMatchObject(waits);
    const second = await verifiedInvestor();
    const again = await requestInvestment(second, requestBody(plan, String(N)));
    const line = await importOneLine(other, N, { text: `Transfer ${again.reference}` });
    await refundLine(other, line);
    await hit(second.userId, "pep");
    const due = async () =>
      (await listDue({ limit: 100 })).due.find(({ investor }) => investor?._id === second.userId);
    expect((await due())!.problem).toBe("watchlist");
  });
});
