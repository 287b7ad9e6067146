import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordAct } from "@/lib/acts/record";
import { proposePayouts } from "@/lib/bank/payout-candidates";
import { openAccount, sealAccount } from "@/lib/bank/sealed-account";
import { addBusinessDays, isBusinessDay } from "@/lib/calendar/business-day-rules";
import { readHolidays } from "@/lib/calendar/deadlines";
import { lagosDay } from "@/lib/dates";
import { db, transaction, type Prisma } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { newReference } from "@/lib/investments/reference-rules";
import { queueRefund } from "@/lib/ledger/dues";
import { sumOwnerPostings } from "@/lib/ledger/queries";
import { AdvisoryLock, lock } from "@/lib/locks";
import { listDue } from "@/lib/payouts/queries";
import { emptyOldPayments } from "@/lib/payouts/retention";
import type { BatchDetailDto } from "@/lib/payouts/schema";
import { hashTerms } from "@/lib/plans/terms-hash";
import {
  admin,
  call,
  get,
  mailsTo,
  post,
  times,
  until,
  waitForMail,
  type SignedIn,
} from "../../../support/api";
import { lastActAbout } from "../../../support/acts";
import { invest } from "../../../support/investments";
import { sampleTerms } from "../../../support/sample-terms";
import { build } from "../../../support/users";
import {
  importLine,
  showPayout,
  totalsOf,
  expectSoundLedger,
  account,
  readsOf,
  owe,
  unknownReceipt,
  DAY_MS,
} from "../../../support/payouts";
import {
  proposer,
  releaser,
  plan,
  verified,
  owing,
  findInList,
  propose,
  act,
  proposed,
  released,
  download,
  enter,
  fail,
  setUpPayouts,
} from "../../../support/payout-calls";
import { newBankAccount } from "../../../support/bank-accounts";

beforeAll(setUpPayouts);

/** Creates investors, each with 100 kobo due from an investment. */
async function payeesOf(count: number): Promise<{ dueId: string; userId: string; email: string }[]> {
  const { id: planVersionId } = await db.planVersion.findFirstOrThrow({ where: { planId: plan.id } });
  const at = new Date(Date.now() - 30 * DAY_MS);
  const until = new Date(Date.now() + 30 * DAY_MS);
  const times = { acceptedAt: at, requestedAt: at, cancelUntil: until, expiresAt: until };
  const spec = { role: "investor", investorType: "personal", verification: "approved" } as const;
  const payees = [];
  for (let i = 0; i < count; i += 1) {
    const { id: userId, email } = await build({ ...spec, submittedAt: at });
    const asked = { userId, planVersionId, amount: 10_000_000n, reference: newReference() };
    const termsHash = hashTerms(sampleTerms);
    const { id } = await db.investment.create({ data: { ...asked, ...times, termsHash } });
    payees.push({ id, userId, email });
  }
  // One receipt that pays all of them is the evidence.
  const lineId = await importLine(10_000_000n);
  const investments = payees.map(({ id }) => ({ thing: "investment" as const, id, before: {} }));
  const subjects = { create: [{ thing: "line" as const, id: lineId, before: {} }, ...investments] };
  await db.moneyAct.create({ data: { kind: "match", subjects } });
  const owed = [];
  for (const payee of payees) owed.push({ ...payee, dueId: await owe(payee, 100n) });
  return owed;
}

let investor: SignedIn;

beforeEach(async () => {
  investor = await verified();
});

describe("a payout batch (threat 69)", () => {
  it("is refused if the sum differs, or if an amount is not due", async () => {
    const investment = await owing(investor, "4000000");
    expect((await propose([investment.dueId], "4000001")).status).toBe(409);
    expect((await propose([investment.dueId, uuidv7()], "4000000")).status).toBe(409);
    // A total may exceed the largest single amount.
    expect((await propose([investment.dueId], String(10n ** 17n))).status).toBe(409);
    expect((await propose([], "4000000")).status).toBe(422);
    expect((await propose([investment.dueId], "-1")).status).toBe(422);
  });

  it("that is withdrawn leaves every amount due", async () => {
    const investment = await owing(investor, "4000000");
    const batch = await proposed([investment.dueId], "4000000");
    expect((await act("withdraw", batch, proposer)).status).toBe(200);
    expect(await findInList(investment.dueId)).toMatchObject({ problem: null });
    expect((await released([investment.dueId], "4000000")).state).toBe("released");
  });
});

describe("a batch of many payees", () => {
  it("is released as a whole, with one email and one audit row per payee", async () => {
    const payees = await payeesOf(36);
    const batch = await released(
      payees.map(({ dueId }) => dueId),
      "3600",
    );
    expect(batch.payouts.map(({ state }) => state)).toEqual(payees.map(() => "released"));
    for (const { userId, email } of payees) {
      const { reference } = batch.payouts.find(({ investor: payee }) => payee?._id === userId)!;
      expect((await waitForMail(email, /We have sent you/)).text).toContain(reference);
      expect(await mailsTo(email)).toHaveLength(1);
      const rows = { action: "payout.released", targetId: userId, actorId: releaser.id };
      expect(await db.auditEvent.count({ where: rows })).toBe(1);
    }
  });
});

describe("the account of a payout (threat 69)", () => {
  it("that changes after the proposal is not paid to", async () => {
    const investment = await owing(investor, "4000000");
    const batch = await proposed([investment.dueId], "4000000");
    await db.bankDetails.updateMany({
      where: { submission: { userId: investor.id } },
      data: { bankName: "Another Bank" },
    });
    const answer = await act("release", batch);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringContaining("has changed since the proposal"),
    ]);
    expect(await totalsOf(investment)).toMatchObject({ due_to_investor: -4_000_000n });
  });

  it("that changed twice after the proposal, and is the same again, is held back at the release", async () => {
    const investment = await owing(investor, "4000000");
    const batch = await proposed([investment.dueId], "4000000");
    const approveAt = (decidedAt: Date) =>
      db.decision.updateMany({ where: { userId: investor.id, status: "approved" }, data: { decidedAt } });
    await approveAt(new Date());
    const answer = await act("release", batch);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringContaining("changed less than 72 hours ago"),
    ]);
    expect(await totalsOf(investment)).toMatchObject({ due_to_investor: -4_000_000n });
    await approveAt(new Date(Date.now() - 73 * 3_600_000));
    expect((await act("release", batch)).status).toBe(200);
  });
});

describe("the file for the bank", () => {
  it("contains only payouts in transit, and is not made if there are none", async () => {
    const [one, two] = [await owing(investor, "4000000"), await owing(await verified(), "1234567")];
    const batch = await released([one.dueId, two.dueId], "5234567");
    const payoutOf = (amount: string) => batch.payouts.find((payout) => payout.amount === amount)!._id;
    await showPayout(proposer, payoutOf("4000000"), -4_000_000n);
    for (const format of ["csv", "pain.001"]) {
      const { text } = await download(batch, format, "The bank wants this format");
      expect(text).toContain("12345.67");
      expect(text).not.toContain("40000.00");
    }
    await showPayout(proposer, payoutOf("1234567"), -1_234_567n);
    const answer = await download(batch, "csv");
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining("Every payout in this batch is settled"),
    ]);
    const where = { action: "payout.file_downloaded", data: { path: ["batchId"], equals: batch._id } };
    expect(await db.auditEvent.count({ where })).toBe(2);
  });

  it("is made again only with a reason, and with a message id of its own", async () => {
    const batch = await released([(await owing(investor, "4000000")).dueId], "4000000");
    const messageOf = ({ text }: { text: string }) => /<MsgId>([^<]*)<\/MsgId>/.exec(text)![1];
    const first = await download(batch, "pain.001");
    const again = await download(batch, "pain.001");
    expect([again.status, again.text]).toEqual([
      422,
      expect.stringContaining("Explain why you need another one"),
    ]);
    const second = await download(batch, "pain.001", "The first was damaged");
    expect(messageOf(second)).toBe(`${messageOf(first)}-2`);
    const { body } = await get(`/api/admin/acts?about=${batch._id}`, proposer.token);
    const acts = body.data as { _id: string }[];
    expect(body.data).toMatchObject([
      { kind: "download", note: "The first was damaged", actor: { _id: releaser.id } },
      { kind: "download", note: null },
      { kind: "release" },
      { kind: "propose" },
    ]);
    const undone = await post(
      `/api/admin/acts/${acts[2]!._id}/undo`,
      { reason: "not_sent", note: "Not sent" },
      proposer.token,
    );
    expect(undone.status).toBe(409);
  });

  it("requests no day in the past, and states the time of release with its offset", async () => {
    const batch = await released([(await owing(investor, "4000000")).dueId], "4000000");
    const decidedAt = new Date(Date.now() - 3 * DAY_MS);
    await db.payoutBatch.update({ where: { id: batch._id }, data: { decidedAt } });
    const { text } = await download(batch, "pain.001");
    const [today, holidays] = [lagosDay(), await readHolidays()];
    const day = isBusinessDay(today, holidays) ? today : addBusinessDays(today, 1, holidays);
    expect(text).toContain(`<ReqdExctnDt>${day}</ReqdExctnDt>`);
    expect(text).toContain(`<CreDtTm>${decidedAt.toISOString()}</CreDtTm>`);
  });
});

describe("opening a batch", () => {
  it("is recorded as a read of each investor, once per view", async () => {
    const batch = await proposed([(await owing(investor, "4000000")).dueId], "4000000");
    expect(await readsOf(investor.id, proposer.id, "account")).toBe(1);
    expect(await readsOf(investor.id, releaser.id, "account")).toBe(0);
    for (let i = 0; i < 2; i += 1)
      expect((await get(`/api/admin/payouts/batches/${batch._id}`, releaser.token)).status).toBe(200);
    expect(await readsOf(investor.id, releaser.id, "account")).toBe(1);
  });
});

describe("the bank's statement", () => {
  it("is matched with a payout that the audit log names", async () => {
    const batch = await released([(await owing(investor, "4000000")).dueId], "4000000");
    const payoutId = batch.payouts[0]!._id;
    const bankReference = `FT${uuidv7().toUpperCase()}`;
    const form = new FormData();
    const fields = {
      headerRow: 1,
      date: 0,
      dateOrder: "ymd",
      amount: 1,
      narration: 2,
      bankReference: 3,
      bankAccountId: await newBankAccount(),
      closing: "0",
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    form.set("file", new Blob([`Date,Amount,Text,Ref\n${lagosDay()},-40000,paid,${bankReference}`]), "a.csv");
    const { status } = await call("POST", "/api/admin/payments/statements", { form, token: proposer.token });
    expect(status).toBe(201);
    const { id } = await db.statementLine.findFirstOrThrow({ where: { bankReference } });
    const answer = await post(
      `/api/admin/payments/lines/${id}/payouts`,
      { payoutIds: [payoutId] },
      proposer.token,
    );
    expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining({ bookedAs: "payout" })]);
    expect(await db.auditEvent.findMany({ where: { targetId: id } })).toMatchObject([
      { action: "statement_line.matched", data: { bookedAs: "payout", payoutId } },
    ]);
  });

  it("the releasing administrator sees payouts that were previously released and returned, also after a withdrawal, until they are released again", async () => {
    const investment = await owing(investor, "4000000");
    const receipt = await unknownReceipt(905n);
    expect((await enter(receipt.id)).status).toBe(200);
    const batch = await released([investment.dueId, receipt.id], "4000905");
    const releasedOn = lagosDay(new Date(Date.now() - 9 * DAY_MS));
    await db.payoutBatch.update({
      where: { id: batch._id },
      data: { decidedAt: new Date(Date.now() - 9 * DAY_MS) },
    });
    const [paid, returned] = (["investment", "receipt"] as const).map((source) =>
      batch.payouts.find(({ parts }) => parts[0]!.source === source)!,
    );
    await showPayout(proposer, paid!._id, -4_000_000n);
    await showPayout(proposer, paid!._id, 4_000_000n);
    expect((await fail({ ...batch, payouts: [returned!] })).status).toBe(200);
    const dueAgain = (where: Prisma.AmountDueWhereInput) =>
      db.amountDue.findFirstOrThrow({ where: { ...where, state: "due" } });
    const due = await dueAgain({ lineId: receipt.lineId });
    expect((await enter(due.id)).status).toBe(200);
    const { id: again } = await dueAgain({ investmentId: investment._id });
    const came = { releasedOn, on: lagosDay() };
    const rejected = { releasedOn, on: null };
    for (let round = 0; round < 2; round += 1) {
      expect(await findInList(again)).toMatchObject({ cameBack: came });
      expect(await findInList(due.id)).toMatchObject({ cameBack: rejected });
      const next = await proposed([again, due.id], "4000905");
      const { body } = await get(`/api/admin/payouts/batches/${next._id}`, releaser.token);
      const parts = (body.data as BatchDetailDto).payouts.flatMap((payout) => payout.parts);
      const shown = parts.map((one) => [one.source, one.cameBack]);
      expect(Object.fromEntries(shown)).toEqual({ investment: came, receipt: rejected });
      expect((await act(round === 0 ? "withdraw" : "release", next)).status).toBe(200);
    }
    const next = await owe({ id: investment._id, userId: investor.id }, 100n);
    expect(await findInList(next)).toMatchObject({ amount: "100", cameBack: null });
  });

  it("is compared with new payouts also when many of the same amount were paid, the newest first", async () => {
    const amount = 7_654_321n;
    const batchId = uuidv7();
    await db.payoutBatch.create({ data: { id: batchId, count: 1, total: 1n, proposedById: proposer.id } });
    await db.payout.createMany({
      data: Array.from({ length: 1_001 }, () => {
        const id = uuidv7();
        const sealed = sealAccount("payouts", id, account);
        return {
          id,
          batchId,
          actId: batchId,
          state: "paid",
          amount,
          reference: newReference(),
          ...sealed,
        };
      }),
    });
    const ids: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      const batch = await released([(await owing(investor, String(amount))).dueId], String(amount));
      ids.unshift(batch.payouts[0]!._id);
    }
    const lines = await proposePayouts([
      { id: "left", amount: -amount, narration: "", parts: [] },
      { id: "arrived", amount, narration: "", parts: [] },
    ]);
    expect(lines.get("left")!.map(({ payoutId }) => payoutId)).toEqual(ids);
  });

  it("a payout that was recorded as rejected by mistake is paid once the rejection is undone", async () => {
    const amount = 4_000_321n;
    const investment = await owing(investor, String(amount));
    const batch = await released([investment.dueId], String(amount));
    const [{ _id: id }] = batch.payouts as [BatchDetailDto["payouts"][number]];
    const shows = async () => (await showPayout(proposer, id, -amount)).status;
    expect((await fail(batch)).status).toBe(200);
    const rejection = (await lastActAbout(id)).id;
    const undoRejection = (by: SignedIn) =>
      post(`/api/admin/acts/${rejection}/undo`, { reason: "typing_error", note: "It was paid" }, by.token);
    expect(await shows()).toBe(409);
    const due = await db.amountDue.findFirstOrThrow({
      where: { investmentId: investment._id, state: "due" },
    });
    const again = await proposed([due.id], String(amount));
    expect((await undoRejection(proposer)).body.message).toMatch(/"Batch proposed" .* Undo that first/);
    expect((await act("withdraw", again)).status).toBe(200);

    const asked = await undoRejection(proposer);
    expect([asked.status, asked.body.error]).toEqual([409, "CONFIRMATION_REQUIRED"]);
    const { proposalId } = asked.body.data as { proposalId: string };
    const confirmer = await admin(true);
    expect(
      (await post(`/api/admin/proposals/${proposalId}/confirm`, undefined, confirmer.token)).status,
    ).toBe(200);
    expect(await shows()).toBe(200);
    expect(await totalsOf(investment)).toMatchObject({ due_to_investor: 0n, payouts_in_transit: 0n });
    expect(await sumOwnerPostings(investor.id, ["payout_release", "payout_return"])).toBe(amount);
    expect(await findInList(investment.dueId)).toBeUndefined();
    expect(await shows()).toBe(409);
    await expectSoundLedger();
  });

  it("a payout that the bank has rejected is due again at once", async () => {
    const investment = await owing(investor, "4000000");
    const batch = await released([investment.dueId], "4000000");
    const answers = await times(3, () => fail(batch));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await totalsOf(investment)).toMatchObject({
      due_to_investor: -4_000_000n,
      payouts_in_transit: 0n,
    });
    expect((await download(batch, "csv")).status).toBe(409);
  });

  it("an old payout loses its account, and only then", async () => {
    const investment = await owing(investor, "4000000");
    const batch = await proposed([investment.dueId], "4000000");
    expect((await act("withdraw", batch)).status).toBe(200);
    const { _id: id } = batch.payouts[0]!;
    const setDecided = (years: number) =>
      db.payoutBatch.update({
        where: { id: batch._id },
        data: { decidedAt: new Date(Date.now() - years * 365.25 * DAY_MS) },
      });
    const hasAccount = async () =>
      openAccount("payouts", await db.payout.findUniqueOrThrow({ where: { id } })) !== null;
    await expect(db.payout.update({ where: { id }, data: { accountCipher: "" } })).rejects.toThrow(
      /cannot change/,
    );
    await setDecided(5.99);
    await emptyOldPayments();
    expect(await hasAccount()).toBe(true);
    await setDecided(6.01);
    await emptyOldPayments();
    expect(await hasAccount()).toBe(false);
    const { body } = await get(`/api/admin/payouts/batches/${batch._id}`, proposer.token);
    expect(body.data).toMatchObject({ payouts: [{ _id: id, amount: "4000000", state: "withdrawn" }] });
  });
});

describe("a receipt that must be refunded", () => {
  it("of an investor goes to their verified account, and leaves unallocated receipts at the release", async () => {
    const investment = await invest(investor, plan);
    const lineId = await importLine(500n);
    await transaction(async (tx) => {
      const actId = await recordAct(tx, { kind: "refund", actorId: null, subjects: { line: [lineId] } });
      await queueRefund(tx, actId, {
        amount: 500n,
        investmentId: investment._id,
        userId: investor.id,
        lineId,
      });
    });
    const { id } = await db.amountDue.findFirstOrThrow({ where: { userId: investor.id } });
    expect(await findInList(id)).toMatchObject({ source: "receipt", problem: null, amount: "500" });
    await released([id], "500");
    expect(await totalsOf(investment)).toEqual({ unallocated_receipts: 500n, payouts_in_transit: -500n });
  });

  it("gets its account from one administrator, who alone can change it while still an administrator", async () => {
    const { id } = await unknownReceipt(706n);
    const first = await admin();
    expect((await enter(id, account, first)).status).toBe(200);
    const otherAccount = await enter(id, { ...account, accountName: "Bola Ade" });
    expect([otherAccount.status, otherAccount.body.error, otherAccount.body.message]).toEqual([
      409,
      "CONFLICT",
      expect.stringContaining("only they can change it"),
    ]);
    expect((await enter(id, { ...account, accountName: "Ada Eze" }, first)).status).toBe(200);
    const batch = await proposed([id], "706");
    expect(batch.payouts).toMatchObject([
      { account: { accountName: "Ada Eze" }, accountEnteredBy: { _id: first.id } },
    ]);
    expect((await act("release", batch, first)).status).toBe(403);
    expect((await act("withdraw", batch)).status).toBe(200);
    expect((await enter(id)).status).toBe(409);
    await db.user.update({ where: { id: first.id }, data: { role: "none" } });
    expect((await enter(id)).status).toBe(200);
  });

  it("has no account with invisible characters", async () => {
    const { id } = await unknownReceipt(707n);
    for (const field of ["bankName", "accountName"])
      for (const wrong of ["Ada\u0007Obi", "Ada\ud800Obi", "Ada\nObi", "Ada\u2028Obi"]) {
        const answer = await enter(id, { ...account, [field]: wrong });
        expect([answer.status, answer.body.errors]).toMatchObject([422, [{ path: field }]]);
      }
    const hidden = {
      bankName: "Zenith\u202e Bank",
      accountNumber: "0123456789",
      accountName: "Ada\u200b Obi\u2066",
    };
    expect((await enter(id, hidden)).status).toBe(200);
    expect(openAccount("amounts_due", await db.amountDue.findUniqueOrThrow({ where: { id } }))).toEqual(
      account,
    );
  });

  it("gets its account before or after a proposal, never while one seals the earlier account", async () => {
    const { id } = await unknownReceipt(702n);
    expect((await enter(id)).status).toBe(200);
    const changing = await transaction(async (tx) => {
      await lock(tx, AdvisoryLock.payouts);
      const entering = enter(id, { ...account, accountName: "Bola Ade" });
      await until(async () => {
        const [row] = await db.$queryRaw<{ waiting: number }[]>`
          SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = ${AdvisoryLock.payouts}`;
        return row!.waiting > 0;
      }, "the account to wait for the proposal");
      return { entering };
    });
    expect((await changing.entering).status).toBe(200);
    const batch = await proposed([id], "702");
    expect(batch.payouts[0]!.account?.accountName).toBe("Bola Ade");
  });

  it("stays in its withdrawn batch, and is due again with its account", async () => {
    const investment = await owing(investor, "4000000");
    const { id, lineId } = await unknownReceipt(703n);
    expect((await enter(id, account, proposer)).status).toBe(200);
    const batch = await proposed([id, investment.dueId], "4000703");
    const withdrawn = await act("withdraw", batch);
    expect(withdrawn.body.data).toMatchObject({
      count: 2,
      payouts: [{ state: "withdrawn" }, { state: "withdrawn" }],
    });
    const again = await db.amountDue.findUniqueOrThrow({ where: { id } });
    expect(await findInList(again.id)).toMatchObject({ problem: null, account: { accountName: "Ada Obi" } });
    // It was entered by the same administrator.
    expect(again.accountEnteredBy).toBe(proposer.id);
    await expect(
      transaction((tx) =>
        queueRefund(tx, again.actId, { amount: 703n, investmentId: null, userId: null, lineId }),
      ),
    ).rejects.toThrow();
    expect((await released([again.id], "703")).payouts).toHaveLength(1);
    await expectSoundLedger();
  });

  it("is listed with the other dues, page by page, however many there are", async () => {
    const wanted = new Set([(await owing(investor, "4000000")).dueId]);
    for (let i = 0; i < 5; i += 1) wanted.add((await unknownReceipt(704n)).id);
    const ids: string[] = [];
    for (let after: string | undefined, more = true; more;) {
      const { due, next } = await listDue({ after, limit: 2 });
      expect(due.length).toBeLessThanOrEqual(2);
      ids.push(...due.map(({ _id }) => _id));
      more = next !== null;
      after = next ?? undefined;
    }
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(ids.filter((id) => wanted.has(id))).toHaveLength(6);
  });
});
