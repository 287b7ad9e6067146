import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { confirmProposal } from "@/lib/administration/confirmation";
import { refundLine } from "@/lib/bank/commands";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { requestInvestment } from "@/lib/investments/commands";
import { lockForSubmission } from "@/lib/onboarding/submission/commands";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { findDue } from "@/lib/payouts/queries";
import { closeAccount, proposeReopening } from "@/lib/review/duplicates/closure";
import { getReview } from "@/lib/review/review";
import { getUserForViewer, listUsers } from "@/lib/users/admin-queries";
import { userListQuery } from "@/lib/users/admin-schema";
import type { Viewer } from "@/lib/viewer";
import {
  auditEventsFor,
  createUser,
  emailsFor,
  reviewer,
  userRow,
  verifiedInvestor,
  viewerOf,
} from "../../../support/accounts";
import { approve, pending, reject, startReview, supervisor, user, viewer } from "../../../support/decisions";
import { openPlan, requestBody } from "../../../support/investments";
import { importOneLine } from "../../../support/statements";

/** One person, one account: the account that does not go on is closed (product 10.20). */
startReview();

const N = 10_000_000n;
const NOTE = "They are two people after all";
let other: Viewer;
beforeAll(async () => {
  other = await reviewer();
});

/** Stores a reviewer's decision that two accounts are the same person. */
async function samePerson(one: string, another: string): Promise<void> {
  const [first, second] = [one, another].toSorted();
  await db.duplicateDecision.create({
    data: {
      id: uuidv7(),
      userId: first!,
      otherId: second!,
      verdict: "same_person",
      links: ["phone:1"],
      decidedById: viewer.userId,
    },
  });
}
const isClosed = async (id: string) => (await userRow(id)).closedAt !== null;
const actionsOn = async (id: string) =>
  (await auditEventsFor(id)).map(({ action }) => action).filter((action) => action.startsWith("account."));

describe("closing a duplicate (threat 71)", () => {
  let twin: Awaited<ReturnType<typeof createUser>>;
  beforeEach(async () => {
    twin = await createUser(pending);
    await samePerson(user.id, twin.id);
  });

  it("is part of the approval of the account that goes on; the other case is rejected, with one email", async () => {
    await approve({ goesOn: user.id });
    expect(await userRow(twin.id)).toMatchObject({ status: "rejected", duplicateOfId: user.id });
    expect(await isClosed(user.id)).toBe(false);
    expect((await emailsFor(twin.id)).map(({ template }) => template)).toEqual(["accountClosedAsDuplicate"]);
    expect(await actionsOn(twin.id)).toEqual(["account.closed"]);
    expect(await actionsOn(user.id)).toEqual(["account.goes_on"]);
    const own = await getUserForViewer(viewer, twin.id);
    expect(own.closed!.goesOn).toEqual({ _id: user.id, name: user.name });
    await expect(approve({}, viewer, twin.id)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("needs a decision that they are the same person, and an open account that goes on", async () => {
    const stranger = await createUser(pending);
    await expect(closeAccount(viewer, user.id, stranger.id)).rejects.toMatchObject({ code: "CONFLICT" });
    await closeAccount(viewer, user.id, twin.id);
    await expect(closeAccount(viewer, user.id, twin.id)).rejects.toMatchObject({
      message: "This account is already closed",
    });
    await expect(closeAccount(viewer, twin.id, user.id)).rejects.toMatchObject({
      message: "The other account is closed. Choose one that is open.",
    });
  });

  it("is refused to a reviewer who shares details with either of them", async () => {
    const relative = await reviewer();
    await db.user.update({ where: { id: relative.userId }, data: { phone: user.phone } });
    await expect(closeAccount(relative, user.id, twin.id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await isClosed(user.id)).toBe(false);
  });

  it("is shown on both accounts and in lists", async () => {
    await closeAccount(viewer, user.id, twin.id);
    const review = await getReview(viewer, user.id);
    expect(review.findings).toContainEqual(
      expect.objectContaining({ kind: "closed", text: expect.stringContaining(twin.name) as string }),
    );
    const listed = async (id: string) => {
      const { email } = await userRow(id);
      return (await listUsers(viewer, userListQuery.parse({ q: email }))).users[0];
    };
    expect(await listed(user.id)).toMatchObject({ isClosed: true, samePerson: [twin.name] });
    expect(await listed(twin.id)).toMatchObject({ samePerson: [user.name] });
    expect(await listed(twin.id)).not.toHaveProperty("isClosed");
  });

  it("closes every other account of the person, also one known through a third", async () => {
    const third = await createUser(pending);
    await samePerson(twin.id, third.id);
    await expect(approve({}, viewer, third.id)).rejects.toMatchObject({ code: "CONFLICT" });
    await approve({ goesOn: user.id });
    expect([await isClosed(twin.id), await isClosed(third.id)]).toEqual([true, true]);
  });

  it("carries earlier closures over to the account that goes on", async () => {
    const third = await createUser(pending);
    await samePerson(twin.id, third.id);
    await closeAccount(viewer, user.id, twin.id);
    await closeAccount(viewer, twin.id, third.id);
    expect(await userRow(user.id)).toMatchObject({ duplicateOfId: third.id });
  });

  it("ends submissions until two administrators reopen the account", async () => {
    await reject();
    await closeAccount(viewer, user.id, twin.id);
    const owner = await viewerOf(await userRow(user.id));
    const submit = () => db.$transaction((tx) => lockForSubmission(tx, owner, "individual"));
    await expect(submit()).rejects.toMatchObject({ code: "CONFLICT", message: /^This account is closed/ });

    const asked = proposeReopening(viewer, user.id, NOTE);
    await expect(asked).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    expect(await isClosed(user.id)).toBe(true);
    const { id } = await db.proposal.findFirstOrThrow({ where: { targetId: user.id, state: "pending" } });
    await expect(confirmProposal({ ...viewer, isSuper: true }, id)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await confirmProposal(supervisor, id);
    expect(await isClosed(user.id)).toBe(false);
    expect(await actionsOn(user.id)).toEqual(["account.closed", "account.reopened"]);
    await submit();
    await expect(proposeReopening(viewer, user.id, NOTE)).rejects.toMatchObject({
      message: "This account is not closed",
    });
  });
});

describe("money of a closed account (threat 71)", () => {
  it("is still paid, but no longer invested", async () => {
    const plan = await openPlan();
    const investor = await verifiedInvestor();
    const twin = await createUser(pending);
    const { reference } = await requestInvestment(investor, requestBody(plan, String(N)));
    await samePerson(investor.userId, twin.id);
    await closeAccount(viewer, investor.userId, twin.id);
    await expect(requestInvestment(investor, requestBody(plan, String(N)))).rejects.toMatchObject({
      code: "CONFLICT",
      message: /^This account is closed/,
    });

    const { id: requested } = await db.investment.findFirstOrThrow({ where: { reference } });
    const receipt = {
      bankReference: `C${requested}`.slice(0, 30),
      amount: String(N),
      receivedOn: lagosDay(),
    };
    await expect(recordReceipt(viewer, requested, receipt)).rejects.toMatchObject({
      message: /^The investor's account is closed/,
    });
    const lineId = await importOneLine(other, N, { text: `Transfer ${reference}` });
    await refundLine(other, lineId);
    const { id } = await db.amountDue.findFirstOrThrow({ where: { lineId } });
    const total = (await findDue([id])).reduce((sum, { amount }) => sum + amount, 0n);
    const batch = await proposeBatch(viewer, { ids: [id], total: String(total) });
    await releaseBatch(other, batch._id);
    expect(await db.payout.findMany({ where: { userId: investor.userId } })).toMatchObject([
      { state: "released" },
    ]);
  });
});
