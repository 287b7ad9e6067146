import { detailsOf } from "@/components/admin/approvals/describe-proposal";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listActs } from "@/lib/acts/queries";
import { confirmProposal } from "@/lib/administration/confirmation";
import { bookLine, refundLine } from "@/lib/bank/commands";
import { matchLine } from "@/lib/bank/match-line";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { getLine } from "@/lib/bank/queries";
import { undoAct } from "@/lib/corrections/undo";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import type { AppError } from "@/lib/errors";
import { requestInvestment } from "@/lib/investments/commands";
import type { InvestmentDto } from "@/lib/investments/schema";
import { listSubjectPostings } from "@/lib/ledger/queries";
import { toPostingDtos } from "@/lib/ledger/reports";
import { proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { findDue } from "@/lib/payouts/queries";
import { openAct } from "@/lib/approvals/proposals";
import { listProposals } from "@/lib/approvals/queries";
import type { Viewer } from "@/lib/viewer";
import { lastActAbout } from "../../../support/acts";
import { reviewer, userRow, verifiedInvestor } from "../../../support/accounts";
import { bankReference, openPlan, requestBody, type SamplePlan } from "../../../support/investments";
import { expectSoundLedger } from "../../../support/payouts";
import { importBatchBooking, importOneLine } from "../../../support/statements";

/** Which decisions about money a person cannot make alone, or at all (threats 64 and 68). */
const today = lagosDay();
const N = 10_000_000n;

let staff: Viewer;
let other: Viewer;
let supervisor: Viewer;
let plan: SamplePlan;
beforeAll(async () => {
  [staff, other, supervisor] = [await reviewer(), await reviewer(), await reviewer(true)];
  plan = await openPlan();
});
let investor: Viewer;
beforeEach(async () => {
  investor = await verifiedInvestor();
});
afterAll(expectSoundLedger);

const request = (by = investor): Promise<InvestmentDto> =>
  requestInvestment(by, requestBody(plan, String(N)));

const importLine = (amount: bigint, text: string) => importOneLine(other, amount, { text });

const match = (by: Viewer, id: string, { reference }: InvestmentDto, amount = N) =>
  matchLine(by, id, { parts: [{ reference, amount: String(amount) }] });
const receive = (by: Viewer, { _id }: InvestmentDto) =>
  recordReceipt(by, _id, { bankReference: bankReference(), amount: String(N), receivedOn: today });
const stateOf = async (id: string) => (await db.statementLine.findUniqueOrThrow({ where: { id } })).state;

/** Requires that an act is proposed. Returns the id of the proposal. */
async function proposalOf(act: Promise<unknown>): Promise<string> {
  const error = await act.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
  return ((error as AppError).details.data as { proposalId: string }).proposalId;
}

describe("an administrator who shares identifying details with an investor", () => {
  const conflict = { code: "CONFLICT", details: { data: { shared: ["phone"] } } };
  const shareWith = async (administrator: Viewer, { userId }: Viewer) => {
    const { phone } = await userRow(userId);
    await db.user.update({ where: { id: administrator.userId }, data: { phone } });
  };

  it("neither records, matches and refunds a receipt, nor undoes it", async () => {
    const [related, investment] = [await reviewer(), await request()];
    await shareWith(related, investor);
    const line = await importLine(N, `Transfer ${investment.reference}`);
    await expect(match(related, line, investment)).rejects.toMatchObject(conflict);
    await expect(refundLine(related, line)).rejects.toMatchObject(conflict);
    await expect(receive(related, investment)).rejects.toMatchObject(conflict);
    await match(staff, line, investment);
    const { id } = await lastActAbout(line);
    const undo = { reason: "typing_error", note: "Another investor's" } as const;
    await expect(undoAct(related, id, undo)).rejects.toMatchObject(conflict);
  });

  it("neither proposes nor releases a batch in which they are paid among others", async () => {
    const related = await reviewer();
    const people = [investor, await verifiedInvestor(), await verifiedInvestor()];
    const dues = [];
    for (const person of people) {
      const { reference } = await request(person);
      const line = await importLine(N, `Late ${reference}`);
      await refundLine(staff, line);
      dues.push((await db.amountDue.findFirstOrThrow({ where: { lineId: line } })).id);
    }
    await shareWith(related, people[1]!);
    const total = String((await findDue(dues)).reduce((sum, { amount }) => sum + amount, 0n));
    await expect(proposeBatch(related, { ids: dues, total })).rejects.toMatchObject(conflict);
    const { _id } = await proposeBatch(staff, { ids: dues, total });
    await expect(releaseBatch(related, _id)).rejects.toMatchObject(conflict);
    expect((await releaseBatch(other, _id)).state).toBe("released");
  });

  it("does not confirm an undo, and what they proposed before is not confirmed", async () => {
    const [related, late] = [await reviewer(true), await reviewer()];
    const investment = await request();
    const line = await importLine(N, `Transfer ${investment.reference}`);
    await match(staff, line, investment);
    const { id } = await lastActAbout(line);
    const undo = { reason: "typing_error", note: "Another investor's" } as const;
    const proposalId = await proposalOf(undoAct(late, id, undo));
    await shareWith(related, investor);
    await expect(confirmProposal(related, proposalId)).rejects.toMatchObject(conflict);
    const again = await proposalOf(undoAct(late, id, undo));
    await shareWith(late, investor);
    await expect(confirmProposal(supervisor, again)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/^The administrator who asked for this and an investor/) as string,
    });
    expect(await stateOf(line)).toBe("matched");
  });
});

describe("a match of a line with the reference of another investor", () => {
  it("takes two people", async () => {
    const [own, foreign] = [await request(), await request(await verifiedInvestor())];
    const line = await importLine(N, `Transfer ${own.reference}`);
    const proposalId = await proposalOf(match(staff, line, foreign));
    expect(await stateOf(line)).toBe("waiting");
    const row = await db.proposal.findUniqueOrThrow({ where: { id: proposalId } });
    expect(openAct(row).payload).toMatchObject({
      decision: `match the transfer of ₦100,000 with the reference ${own.reference} with ${foreign.reference}`,
    });
    await expect(confirmProposal(await reviewer(), proposalId)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await confirmProposal(supervisor, proposalId);
    expect(await stateOf(line)).toBe("matched");
    const act = await db.moneyAct.findFirstOrThrow({
      where: { subjects: { some: { id: line } }, kind: "match" },
    });
    expect(act).toMatchObject({ actorId: staff.userId, confirmedById: supervisor.userId });
    // The decided line and the postings say who.
    const decision = { by: "Rita Reviewer", confirmedBy: "Rita Reviewer", at: act.at.toISOString() };
    expect((await getLine(line)).decision).toEqual(decision);
    const postings = await toPostingDtos(await listSubjectPostings(foreign._id));
    expect(postings.map((posting) => posting.decision)).toContainEqual(decision);
    expect((await db.investment.findUniqueOrThrow({ where: { id: foreign._id } })).state).toBe("active");
  });

  it("shows the second person the allocations, the accepted charge and where the surplus goes", async () => {
    const [own, foreign] = [await request(), await request(await verifiedInvestor())];
    const another = await request(await verifiedInvestor());
    const line = await importLine(2n * N, `NIP/KUDA/CHIAMAKA VERIDIAN/${own.reference}`);
    const parts = [
      { reference: foreign.reference, amount: String(N - 5_000n), acceptedCharge: "5000" },
      { reference: another.reference, amount: String(N + 5_000n) },
    ];
    const proposalId = await proposalOf(matchLine(staff, line, { parts }));
    const proposal = (await listProposals(supervisor)).find(({ _id }) => _id === proposalId)!;
    expect(proposal.match).toEqual({ parts, surplus: "5000", toSender: "5000" });
    expect(detailsOf(proposal)).toContain(
      `₦99,950 for ${foreign.reference} (₦50 missing, accepted as a bank charge) and ₦100,050 for ${another.reference}. ₦50 is refunded to the sender.`,
    );
  });

  it("takes one person for another investment of the investor", async () => {
    const [first, second] = [await request(), await request()];
    await match(staff, await importLine(N, `Transfer ${first.reference}`), second);
  });

  it("in a batch booking takes two people, unless they receive the payments with their reference", async () => {
    const [own, foreign] = [await request(), await request(await verifiedInvestor())];
    const payments = [
      [N - 1n, `Transfer ${own.reference}`],
      [1n, "Transfer"],
    ] as const;
    const batch = () => importBatchBooking(other, payments);
    const split = (amount: bigint) => ({
      parts: [
        { reference: own.reference, amount: String(amount) },
        { reference: foreign.reference, amount: String(N - amount) },
      ],
    });
    await proposalOf(match(staff, await batch(), foreign));
    await proposalOf(matchLine(staff, await batch(), split(N - 2n)));
    expect((await matchLine(staff, await batch(), split(N - 1n))).state).toBe("matched");
    const refunded = await batch();
    await refundLine(staff, refunded);
    expect(await db.amountDue.findFirstOrThrow({ where: { lineId: refunded } })).toMatchObject({
      userId: null,
    });
  });

  it("takes two people for every amount, also once nothing is missing", async () => {
    const [own, foreign] = [await request(), await request(await verifiedInvestor())];
    await receive(staff, own);
    for (const amount of [1n, N - 1n])
      await proposalOf(match(staff, await importLine(amount, `Transfer ${own.reference}`), foreign, amount));
  });

  it("is not confirmed once the investment takes less, and another one is proposed by itself", async () => {
    const [own, foreign, another] = [
      await request(),
      await request(await verifiedInvestor()),
      await request(await verifiedInvestor()),
    ];
    const line = await importLine(N, `Transfer ${own.reference}`);
    const proposalId = await proposalOf(match(staff, line, foreign));
    expect(await proposalOf(match(staff, line, another))).not.toBe(proposalId);
    await receive(other, foreign);
    await expect(confirmProposal(supervisor, proposalId)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/has changed since/) as string,
    });
    expect(await stateOf(line)).toBe("waiting");
  });

  it("is not confirmed once the line was decided otherwise", async () => {
    const [own, foreign] = [await request(), await request(await verifiedInvestor())];
    const line = await importLine(N, `Transfer ${own.reference}`);
    const proposalId = await proposalOf(match(staff, line, foreign));
    await match(other, line, own);
    await expect(confirmProposal(supervisor, proposalId)).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await db.proposal.findUniqueOrThrow({ where: { id: proposalId } })).state).toBe("failed");
  });
});

describe("a transfer of the firm", () => {
  const LIMIT = 10_000_000_00n;

  it.each([1n, -1n])("above the limit takes two people (direction %s)", async (sign) => {
    const line = await importLine(sign * (LIMIT + 100n), "OWN FUNDS");
    const proposalId = await proposalOf(
      bookLine(staff, line, { as: "transfer", note: "For the new office" }),
    );
    expect(await stateOf(line)).toBe("waiting");
    const proposal = (await listProposals(supervisor)).find(({ _id }) => _id === proposalId)!;
    expect(detailsOf(proposal)).toContain("For the new office");
    await confirmProposal(supervisor, proposalId);
    const act = await db.moneyAct.findFirstOrThrow({
      where: { subjects: { some: { id: line } }, kind: "transfer" },
    });
    expect([await stateOf(line), act.actorId, act.confirmedById]).toEqual([
      "matched",
      staff.userId,
      supervisor.userId,
    ]);
    const undo = { reason: "wrong_kind", note: "An investor's" } as const;
    await proposalOf(undoAct(staff, act.id, undo));
    const { acts } = await listActs({ kind: "transfer", about: line, limit: 1 });
    expect(acts).toMatchObject([{ _id: act.id, isUndoPending: true }]);
  });

  it("above the limit, a tax payment takes two people, too", async () => {
    const line = await importLine(-LIMIT - 100n, "TAX");
    await confirmProposal(supervisor, await proposalOf(bookLine(staff, line, { as: "tax_payment" })));
    const act = await db.moneyAct.findFirstOrThrow({
      where: { subjects: { some: { id: line } }, kind: "tax_payment" },
    });
    expect(act.confirmedById).toBe(supervisor.userId);
  });

  it("up to the limit, and a tax payment, take one", async () => {
    expect((await bookLine(staff, await importLine(LIMIT, "OWN FUNDS"), { as: "transfer" })).bookedAs).toBe(
      "transfer",
    );
    const tax = await importLine(-100n, "TAX");
    await expect(bookLine(staff, tax, { as: "tax_payment" })).resolves.toMatchObject({
      bookedAs: "tax_payment",
    });
  });
});
