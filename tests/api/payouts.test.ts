import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collectPersonalData } from "@/lib/account/personal-data";
import { proposePayouts } from "@/lib/bank/payout-candidates";
import { queueRefund } from "@/lib/bank/refunds";
import { openAccount, sealAccount } from "@/lib/bank/sealed-account";
import { lagosDay } from "@/lib/dates";
import { db, transaction } from "@/lib/db/client";
import { readXml } from "@/lib/formats/xml";
import { uuidv7 } from "@/lib/ids";
import { newReference } from "@/lib/investments/reference-rules";
import type { InvestmentDto } from "@/lib/investments/schema";
import { credit, debit, postEntries } from "@/lib/ledger/entries";
import { sumOwnerPostings, readSubjectTotals } from "@/lib/ledger/queries";
import { verifyLedger } from "@/lib/ledger/verify";
import { AdvisoryLock, lock } from "@/lib/locks";
import { announceHolds } from "@/lib/payouts/holds";
import { listDue } from "@/lib/payouts/queries";
import { emptyOldPayments } from "@/lib/payouts/retention";
import type { BatchDetailDto, DueDto } from "@/lib/payouts/schema";
import { markReturned, markPaid } from "@/lib/payouts/settlement";
import { hashTerms } from "@/lib/plans/terms-hash";
import { bankCodeOf } from "@/lib/reference";
import {
  admin,
  call,
  get,
  mailsTo,
  person,
  post,
  put,
  times,
  until,
  urls,
  waitForMail,
  type SignedIn,
} from "../support/api";
import { invest, openPlan, receive, type SamplePlan } from "../support/investments";
import { sampleTerms } from "../support/sample-terms";
import { build } from "../support/users";

/** Payouts (product 10.34): two administrators, verified accounts, the bank's file, and what comes back. */
const HUNDRED_THOUSAND = "10000000";
const DAY_MS = 86_400_000;

let proposer: SignedIn;
let releaser: SignedIn;
let plan: SamplePlan;
beforeAll(async () => {
  [proposer, releaser, plan] = await Promise.all([admin(), admin(), openPlan()]);
});

/** An investor whose account was approved a day after `submittedAt`, so that it is held back or not. */
const investorSince = (submittedAt: Date, investorType: "personal" | "corporate" = "personal") =>
  person({ role: "investor", investorType, verification: "approved", submittedAt });
const verified = (type?: "corporate") => investorSince(new Date(Date.now() - 30 * DAY_MS), type);

/** An active investment of which `due` kobo of principal are due. */
async function owing(by: SignedIn, due: string): Promise<InvestmentDto> {
  const investment = await invest(by, plan);
  await receive(proposer, investment, HUNDRED_THOUSAND);
  const [subjectId, amount] = [investment._id, BigInt(due)];
  const holder = { subjectId, ownerId: by.id };
  await transaction((tx) =>
    postEntries(tx, [
      {
        key: `principal_due:${subjectId}`,
        kind: "principal_due",
        on: lagosDay(),
        subjectId,
        postings: [debit("principal", amount, holder), credit("due_to_investor", amount, holder)],
      },
    ]),
  );
  return investment;
}

async function findInList(id: string): Promise<DueDto | undefined> {
  for (let after: string | undefined; ;) {
    const query = after ? `?limit=100&after=${after}` : "?limit=100";
    const { body } = await get(`/api/admin/payouts/due${query}`, proposer.token);
    const found = (body.data as DueDto[]).find(({ _id }) => _id === id);
    const { next } = body as unknown as { next: string | null };
    if (found || !next) return found;
    after = next;
  }
}

const propose = (ids: string[], total: string, by = proposer, server: 0 | 1 = 0) =>
  post("/api/admin/payouts/batches", { ids, total }, by.token, server);
const act = (name: "release" | "withdraw", { _id }: { _id: string }, by = releaser, server: 0 | 1 = 0) =>
  post(`/api/admin/payouts/batches/${_id}/${name}`, undefined, by.token, server);

async function proposed(ids: string[], total: string): Promise<BatchDetailDto> {
  const answer = await propose(ids, total);
  expect([answer.status, answer.body.message]).toEqual([201, "Payouts proposed"]);
  return answer.body.data;
}
async function released(ids: string[], total: string): Promise<BatchDetailDto> {
  const answer = await act("release", await proposed(ids, total));
  expect([answer.status, answer.body.message]).toEqual([200, "Payouts released"]);
  return answer.body.data;
}
const download = async ({ _id }: { _id: string }, format: string, by = releaser) => {
  const response = await fetch(`${urls()[0]}/api/admin/payouts/batches/${_id}/file?format=${format}`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  return { status: response.status, text: await response.text() };
};
const totalsOf = async ({ _id }: { _id: string }) => (await readSubjectTotals([_id])).get(_id) ?? {};
async function expectSoundLedger(): Promise<void> {
  const problems: string[] = [];
  await verifyLedger((problem) => problems.push(problem));
  expect(problems).toEqual([]);
}
/** A receipt of an unknown sender that has to be sent back. */
async function unknownReceipt(amount: bigint): Promise<{ id: string; lineId: string }> {
  const lineId = uuidv7();
  await transaction(async (tx) => {
    await postEntries(tx, [
      {
        key: `receipt:${lineId}`,
        kind: "receipt",
        on: lagosDay(),
        postings: [debit("bank", amount), credit("unallocated_receipts", amount)],
      },
    ]);
    await queueRefund(tx, { amount, investmentId: null, userId: null, lineId });
  });
  const { id } = await db.payout.findFirstOrThrow({ where: { lineId } });
  return { id, lineId };
}
const account = { bankName: "Zenith Bank", accountNumber: "0123456789", accountName: "Ada Obi" };
const enter = (id: string, body: object = account, by = proposer) =>
  put(`/api/admin/payouts/due/${id}/account`, body, by.token);
const fail = ({ payouts: [payout] }: BatchDetailDto, by = proposer) =>
  post(`/api/admin/payouts/transfers/${payout!._id}/failed`, undefined, by.token);
const readsOf = (userId: string, readerId: string, part: string) =>
  db.auditEvent.count({
    where: {
      actorId: readerId,
      targetId: userId,
      action: "user.viewed",
      data: { path: ["part"], equals: part },
    },
  });
/** Investors to each of whom 100 kobo are due for an investment. */
async function payeesOf(count: number): Promise<{ id: string; userId: string; email: string }[]> {
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
  const entries = payees.map(({ userId: ownerId, id: subjectId }) => ({
    key: `return_due:${subjectId}`,
    kind: "return_due" as const,
    on: lagosDay(),
    subjectId,
    postings: [debit("return_expense", 100n), credit("due_to_investor", 100n, { subjectId, ownerId })],
  }));
  await transaction((tx) => postEntries(tx, entries));
  return payees;
}
const settlement = (amount: bigint) => ({
  key: `test:${uuidv7()}`,
  on: lagosDay(),
  amount,
  actorId: proposer.id,
});

let investor: SignedIn;
beforeEach(async () => {
  investor = await verified();
});

describe("a batch of payouts (threat 69)", () => {
  it("is proposed by one administrator and released by another; then its amounts are on their way", async () => {
    const investment = await owing(investor, "4000000");
    expect(await findInList(investment._id)).toMatchObject({
      amount: "4000000",
      problem: null,
      investor: { _id: investor.id },
      account: { accountNumber: expect.stringMatching(/^•{6}\d{4}$/) },
    });
    const batch = await proposed([investment._id], "4000000");
    expect(await findInList(investment._id)).toMatchObject({ problem: "proposed" });
    expect(await totalsOf(investment)).toMatchObject({ due_to_investor: -4_000_000n });
    expect((await download(batch, "csv")).status).toBe(409);

    const own = await act("release", batch, proposer);
    expect([own.status, own.body.error]).toEqual([403, "FORBIDDEN"]);
    expect((await act("release", batch)).status).toBe(200);
    expect(await totalsOf(investment)).toMatchObject({
      due_to_investor: 0n,
      payouts_in_transit: -4_000_000n,
    });
    expect(await findInList(investment._id)).toBeUndefined();
    const mail = await waitForMail(investor.email, /We have sent you ₦40,000/);
    expect(mail.text).toContain(batch.payouts[0]!.reference);
    expect((await act("release", batch)).status).toBe(409);
    expect((await act("withdraw", batch)).status).toBe(409);
    await expectSoundLedger();
  });

  it("is refused by the database, too, if the same administrator releases it", async () => {
    const investment = await owing(investor, "4000000");
    const { _id } = await proposed([investment._id], "4000000");
    await expect(
      db.payoutBatch.update({
        where: { id: _id },
        data: { state: "released", decidedById: proposer.id, decidedAt: new Date() },
      }),
    ).rejects.toThrow("payout_batches_decided");
  });

  it("contains what is due once, also if it is proposed on two servers at once", async () => {
    const investment = await owing(investor, "4000000");
    const answers = await times(6, (i) =>
      propose([investment._id], "4000000", i % 2 ? proposer : releaser, (i % 2) as 0 | 1),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const [batch] = answers.filter(({ status }) => status === 201);
    const decisions = await times(6, (i) =>
      act("release", batch!.body.data, i % 2 ? proposer : releaser, (i % 2) as 0 | 1),
    );
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await totalsOf(investment)).toMatchObject({ payouts_in_transit: -4_000_000n });
  });

  it("is refused if the sum is another one, or something is not due", async () => {
    const investment = await owing(investor, "4000000");
    expect((await propose([investment._id], "4000001")).status).toBe(409);
    expect((await propose([investment._id, uuidv7()], "4000000")).status).toBe(409);
    // A sum may be larger than the largest amount.
    expect((await propose([investment._id], String(10n ** 17n))).status).toBe(409);
    expect((await propose([], "4000000")).status).toBe(422);
    expect((await propose([investment._id], "-1")).status).toBe(422);
  });

  it("that is withdrawn leaves everything due", async () => {
    const investment = await owing(investor, "4000000");
    const batch = await proposed([investment._id], "4000000");
    expect((await act("withdraw", batch, proposer)).status).toBe(200);
    expect(await findInList(investment._id)).toMatchObject({ problem: null });
    expect((await released([investment._id], "4000000")).state).toBe("released");
  });
});

describe("a batch of many payees", () => {
  it("is released as a whole, with one email and one audit row for each of them", async () => {
    const payees = await payeesOf(36);
    const batch = await released(
      payees.map(({ id }) => id),
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
  it("that has just changed is held back for 72 hours, and its owner is emailed once", async () => {
    const recent = await investorSince(new Date(Date.now() - 25 * 3_600_000));
    const investment = await owing(recent, "4000000");
    const due = await findInList(investment._id);
    expect(due).toMatchObject({ problem: "held" });
    expect(new Date(due!.heldUntil!).getTime()).toBeGreaterThan(Date.now() + 70 * 3_600_000);
    expect((await propose([investment._id], "4000000")).status).toBe(409);
    await Promise.all([announceHolds(), announceHolds()]);
    await waitForMail(recent.email, /Payouts to your new account/);
    await announceHolds();
    const mails = (await mailsTo(recent.email)).filter(({ subject }) =>
      /Payouts to your new account/.test(subject),
    );
    expect(mails).toHaveLength(1);
    expect(await db.auditEvent.count({ where: { action: "payout.held", targetId: recent.id } })).toBe(1);
  });

  it("that changes after the proposal is not paid to", async () => {
    const investment = await owing(investor, "4000000");
    const batch = await proposed([investment._id], "4000000");
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
    const batch = await proposed([investment._id], "4000000");
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
  it("has the same sum, payees and full numbers as CSV and pain.001, and is recorded as a read", async () => {
    const other = await verified("corporate");
    const [one, two] = [await owing(investor, "4000000"), await owing(other, "1234567")];
    const batch = await released([one._id, two._id], "5234567");
    const csv = await download(batch, "csv");
    expect(csv.status).toBe(200);
    const rows = csv.text.trim().split("\r\n").slice(1);
    expect(rows).toHaveLength(2);
    const details = await db.bankDetails.findFirstOrThrow({ where: { submission: { userId: other.id } } });
    const [row] = rows.filter((line) => line.includes('"12345.67"'));
    expect(row).toMatch(new RegExp(`^"\\d{10}","${bankCodeOf(details.bankName)}","${details.bankName}"`));

    const { text } = await download(batch, "pain.001");
    const transfers: { amount: string; name: string; number: string }[] = [];
    let sum = "";
    await readXml(
      [text],
      (name) => ["CdtTrfTxInf", "GrpHdr"].includes(name),
      ({ name, children }) => {
        const child = (path: string) =>
          path
            .split("/")
            .reduce((nodes, part) => nodes.find((node) => node.name === part)!.children, children);
        const leaf = (path: string, last: string) => child(path).find((node) => node.name === last)!.text;
        if (name === "GrpHdr") sum = children.find((node) => node.name === "CtrlSum")!.text;
        else
          transfers.push({
            amount: leaf("Amt", "InstdAmt"),
            name: leaf("Cdtr", "Nm"),
            number: leaf("CdtrAcct/Id/Othr", "Id"),
          });
      },
    );
    expect(sum).toBe("52345.67");
    expect(transfers.map(({ amount }) => amount).sort()).toEqual(["12345.67", "40000.00"]);
    for (const { amount, number } of transfers)
      expect(rows.find((line) => line.includes(`"${amount}"`))).toContain(`"${number}"`);
    expect(transfers.map(({ name }) => name)).toContain(details.accountName);
    for (const { id } of [investor, other]) expect(await readsOf(id, releaser.id, "export")).toBe(1);
  });

  it("has only what is on its way, and is not made when nothing is", async () => {
    const [one, two] = [await owing(investor, "4000000"), await owing(investor, "1234567")];
    const batch = await released([one._id, two._id], "5234567");
    const payoutOf = (amount: string) => batch.payouts.find((payout) => payout.amount === amount)!._id;
    await transaction((tx) => markPaid(tx, payoutOf("4000000"), settlement(4_000_000n)));
    for (const format of ["csv", "pain.001"]) {
      const { text } = await download(batch, format);
      expect(text).toContain("12345.67");
      expect(text).not.toContain("40000.00");
    }
    await transaction((tx) => markPaid(tx, payoutOf("1234567"), settlement(1_234_567n)));
    const answer = await download(batch, "csv");
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining("Every payout in this batch is settled"),
    ]);
    const where = { action: "payout.file_downloaded", data: { path: ["batchId"], equals: batch._id } };
    expect(await db.auditEvent.count({ where })).toBe(2);
  });

  it("asks for no day that is over, and says when it was released with the offset", async () => {
    const batch = await released([(await owing(investor, "4000000"))._id], "4000000");
    const decidedAt = new Date(Date.now() - 3 * DAY_MS);
    await db.payoutBatch.update({ where: { id: batch._id }, data: { decidedAt } });
    const { text } = await download(batch, "pain.001");
    expect(text).toContain(`<ReqdExctnDt>${lagosDay()}</ReqdExctnDt>`);
    expect(text).toContain(`<CreDtTm>${decidedAt.toISOString()}</CreDtTm>`);
  });
});

describe("a batch that is opened", () => {
  it("is recorded as a read of each investor, once for a view", async () => {
    const batch = await proposed([(await owing(investor, "4000000"))._id], "4000000");
    expect(await readsOf(investor.id, proposer.id, "account")).toBe(1);
    expect(await readsOf(investor.id, releaser.id, "account")).toBe(0);
    for (let i = 0; i < 2; i += 1)
      expect((await get(`/api/admin/payouts/batches/${batch._id}`, releaser.token)).status).toBe(200);
    expect(await readsOf(investor.id, releaser.id, "account")).toBe(1);
  });
});

describe("the bank's statement", () => {
  it("is matched with a payout, which the audit log names", async () => {
    const batch = await released([(await owing(investor, "4000000"))._id], "4000000");
    const payoutId = batch.payouts[0]!._id;
    const bankReference = `FT${uuidv7().toUpperCase()}`;
    const form = new FormData();
    const mapping = {
      date: "Date",
      dateOrder: "ymd",
      amount: "Amount",
      narration: "Text",
      bankReference: "Ref",
    };
    for (const [name, column] of Object.entries(mapping)) form.set(name, column);
    form.set("file", new Blob([`Date,Amount,Text,Ref\n${lagosDay()},-40000,paid,${bankReference}`]), "a.csv");
    const { status } = await call("POST", "/api/admin/payments/statements", { form, token: proposer.token });
    expect(status).toBe(201);
    const { id } = await db.statementLine.findFirstOrThrow({ where: { bankReference } });
    const answer = await post(`/api/admin/payments/lines/${id}/payout`, { payoutId }, proposer.token);
    expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining({ bookedAs: "payout" })]);
    expect(await db.auditEvent.findMany({ where: { targetId: id } })).toMatchObject([
      { action: "statement_line.matched", data: { bookedAs: "payout", payoutId } },
    ]);
  });

  it("shows what was paid, and what came back is due again with a mail", async () => {
    const investment = await owing(investor, "4000000");
    const batch = await released([investment._id], "4000000");
    const [payout] = batch.payouts;
    const id = payout!._id;
    const narration = `NIP/${payout!.reference.toLowerCase().replaceAll("-", " ")}/SEEDLINE`;
    const lines = await proposePayouts([
      { id: "left", amount: -4_000_000n, narration },
      { id: "unnamed", amount: -4_000_000n, narration: "TRANSFER" },
      { id: "arrived", amount: 4_000_000n, narration },
    ]);
    expect(lines.get("left")![0]).toMatchObject({ payoutId: id, isExact: true });
    expect(lines.get("unnamed")).toContainEqual(expect.objectContaining({ payoutId: id, isExact: false }));
    expect(lines.get("arrived")).toEqual([]);

    await expect(transaction((tx) => markPaid(tx, id, settlement(1n)))).rejects.toThrow(
      "The amount of payout",
    );
    await expect(transaction((tx) => markReturned(tx, id, settlement(4_000_000n)))).rejects.toThrow(
      "First match",
    );
    await transaction((tx) => markPaid(tx, id, settlement(4_000_000n)));
    await expect(transaction((tx) => markPaid(tx, id, settlement(4_000_000n)))).rejects.toThrow(
      "not in transit",
    );
    expect(await totalsOf(investment)).toMatchObject({ payouts_in_transit: 0n });
    const back = await proposePayouts([{ id: "arrived", amount: 4_000_000n, narration }]);
    expect(back.get("arrived")).toMatchObject([{ payoutId: id }]);

    await transaction((tx) => markReturned(tx, id, settlement(4_000_000n)));
    expect(await findInList(investment._id)).toMatchObject({
      amount: "4000000",
      problem: null,
      cameBack: { releasedOn: lagosDay(), on: lagosDay() },
    });
    await waitForMail(investor.email, /Your bank has returned ₦40,000/);
    const again = await released([investment._id], "4000000");
    expect(again.payouts).toMatchObject([{ cameBack: null }]);
    await expectSoundLedger();
    const data = (await collectPersonalData(investor.id)).data as { payouts: unknown };
    expect(data.payouts).toMatchObject([
      { amount: "4000000", state: "returned", account: expect.stringMatching(/^•{6}\d{4} \(/) },
      { amount: "4000000", state: "released" },
    ]);
  });

  it("whoever releases sees what was released before and came back, also after a withdrawal, until it is released again", async () => {
    const investment = await owing(investor, "4000000");
    const receipt = await unknownReceipt(905n);
    expect((await enter(receipt.id)).status).toBe(200);
    const batch = await released([investment._id, receipt.id], "4000905");
    const releasedOn = lagosDay(new Date(Date.now() - 9 * DAY_MS));
    await db.payoutBatch.update({
      where: { id: batch._id },
      data: { decidedAt: new Date(Date.now() - 9 * DAY_MS) },
    });
    const [paid, returned] = (["investment", "receipt"] as const).map((source) =>
      batch.payouts.find((payout) => payout.source === source)!,
    );
    await transaction((tx) => markPaid(tx, paid!._id, settlement(4_000_000n)));
    await transaction((tx) => markReturned(tx, paid!._id, settlement(4_000_000n)));
    expect((await fail({ ...batch, payouts: [returned!] })).status).toBe(200);
    const { id: receiptId } = await db.payout.findFirstOrThrow({
      where: { lineId: receipt.lineId, state: "due" },
    });
    expect((await enter(receiptId)).status).toBe(200);
    const came = { releasedOn, on: lagosDay() };
    const rejected = { releasedOn, on: null };
    for (let round = 0; round < 2; round += 1) {
      expect(await findInList(investment._id)).toMatchObject({ cameBack: came });
      const due = await db.payout.findFirstOrThrow({ where: { lineId: receipt.lineId, state: "due" } });
      expect(await findInList(due.id)).toMatchObject({ cameBack: rejected });
      const next = await proposed([investment._id, due.id], "4000905");
      const { body } = await get(`/api/admin/payouts/batches/${next._id}`, releaser.token);
      const shown = (body.data as BatchDetailDto).payouts.map((one) => [one.source, one.cameBack]);
      expect(Object.fromEntries(shown)).toEqual({ investment: came, receipt: rejected });
      expect((await act(round === 0 ? "withdraw" : "release", next)).status).toBe(200);
    }
    await transaction((tx) =>
      postEntries(tx, [
        {
          key: `return_due:${investment._id}`,
          kind: "return_due",
          on: lagosDay(),
          subjectId: investment._id,
          postings: [
            debit("return_expense", 100n),
            credit("due_to_investor", 100n, { subjectId: investment._id, ownerId: investor.id }),
          ],
        },
      ]),
    );
    expect(await findInList(investment._id)).toMatchObject({ amount: "100", cameBack: null });
  });

  it("is compared with new payouts also when many of the same amount were paid, the newest first", async () => {
    const amount = 7_654_321n;
    const batchId = uuidv7();
    await db.payoutBatch.create({ data: { id: batchId, count: 1, total: 1n, proposedById: proposer.id } });
    await db.payout.createMany({
      data: Array.from({ length: 1_001 }, () => {
        const id = uuidv7();
        const sealed = sealAccount(id, account);
        return {
          id,
          batchId,
          source: "receipt",
          state: "paid",
          amount,
          reference: newReference(),
          ...sealed,
        };
      }),
    });
    const ids: string[] = [];
    for (let i = 0; i < 2; i += 1) {
      const batch = await released([(await owing(investor, String(amount)))._id], String(amount));
      ids.unshift(batch.payouts[0]!._id);
    }
    const lines = await proposePayouts([
      { id: "left", amount: -amount, narration: "" },
      { id: "arrived", amount, narration: "" },
    ]);
    expect(lines.get("left")!.map(({ payoutId }) => payoutId)).toEqual(ids);
  });

  it("a payout that was recorded as rejected is paid if the statement shows it and it is still due", async () => {
    const amount = 4_000_321n;
    const investment = await owing(investor, String(amount));
    const batch = await released([investment._id], String(amount));
    const [{ _id: id }] = batch.payouts as [BatchDetailDto["payouts"][number]];
    const shows = () => transaction((tx) => markPaid(tx, id, settlement(amount)));
    const offered = async () => {
      const lines = await proposePayouts([{ id: "left", amount: -amount, narration: "TRANSFER" }]);
      return lines.get("left")!.map(({ payoutId }) => payoutId);
    };
    expect((await fail(batch)).status).toBe(200);
    expect(await offered()).toEqual([id]);
    const again = await proposed([investment._id], String(amount));
    await expect(shows()).rejects.toThrow("in another batch");
    expect((await act("withdraw", again)).status).toBe(200);

    await shows();
    expect(await totalsOf(investment)).toMatchObject({ due_to_investor: 0n, payouts_in_transit: 0n });
    expect(await sumOwnerPostings(investor.id, ["payout_release", "payout_return"])).toBe(amount);
    expect(await findInList(investment._id)).toBeUndefined();
    const { body } = await get(`/api/admin/payouts/batches/${batch._id}`, proposer.token);
    expect(body.data).toMatchObject({ payouts: [{ state: "paid", settledOn: lagosDay() }] });
    await expect(shows()).rejects.toThrow("not in transit");

    // What came back by a line stays as it is, whatever was recorded before.
    await transaction((tx) => markReturned(tx, id, settlement(amount)));
    expect(await offered()).toEqual([]);
    await expect(shows()).rejects.toThrow("not in transit");
    await expect(db.payout.update({ where: { id }, data: { state: "paid" } })).rejects.toThrow(
      /cannot change/,
    );
    await expectSoundLedger();
  });

  it("a payout that was recorded as rejected and paid again is not paid a second time", async () => {
    const investment = await owing(investor, "4000000");
    const batch = await released([investment._id], "4000000");
    expect((await fail(batch)).status).toBe(200);
    await released([investment._id], "4000000");
    const { _id: id } = batch.payouts[0]!;
    await expect(transaction((tx) => markPaid(tx, id, settlement(4_000_000n)))).rejects.toThrow(
      "no longer due",
    );
    expect(await totalsOf(investment)).toMatchObject({
      due_to_investor: 0n,
      payouts_in_transit: -4_000_000n,
    });
  });

  it("a receipt whose return was recorded as rejected is not sent back twice", async () => {
    const { id, lineId } = await unknownReceipt(900n);
    expect((await enter(id)).status).toBe(200);
    const batch = await released([id], "900");
    expect((await fail(batch)).status).toBe(200);
    const states = async () => {
      const rows = await db.payout.findMany({ where: { lineId }, orderBy: { id: "asc" } });
      return rows.map(({ state }) => state);
    };
    expect(await states()).toEqual(["returned", "due"]);
    await transaction((tx) => markPaid(tx, id, settlement(900n)));
    expect(await states()).toEqual(["paid"]);
    await expectSoundLedger();
  });

  it("a payout that the bank has rejected is due again at once", async () => {
    const investment = await owing(investor, "4000000");
    const batch = await released([investment._id], "4000000");
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
    const batch = await proposed([investment._id], "4000000");
    expect((await act("withdraw", batch)).status).toBe(200);
    const { _id: id } = batch.payouts[0]!;
    const setDecided = (years: number) =>
      db.payoutBatch.update({
        where: { id: batch._id },
        data: { decidedAt: new Date(Date.now() - years * 365.25 * DAY_MS) },
      });
    const hasAccount = async () => openAccount(await db.payout.findUniqueOrThrow({ where: { id } })) !== null;
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

describe("a receipt that has to be sent back", () => {
  it("of an investor goes to their verified account, and leaves unallocated receipts at the release", async () => {
    const investment = await invest(investor, plan);
    await transaction(async (tx) => {
      await postEntries(tx, [
        {
          key: `receipt:${uuidv7()}`,
          kind: "receipt",
          on: lagosDay(),
          subjectId: investment._id,
          postings: [debit("bank", 500n), credit("unallocated_receipts", 500n)],
        },
      ]);
      await queueRefund(tx, {
        amount: 500n,
        investmentId: investment._id,
        userId: investor.id,
        lineId: null,
      });
    });
    const { id } = await db.payout.findFirstOrThrow({ where: { userId: investor.id, state: "due" } });
    expect(await findInList(id)).toMatchObject({ source: "receipt", problem: null, amount: "500" });
    await released([id], "500");
    expect(await totalsOf(investment)).toMatchObject({ unallocated_receipts: 0n, payouts_in_transit: -500n });
  });

  it("of an unknown sender waits for an account that an administrator enters", async () => {
    const { id } = await unknownReceipt(700n);
    expect(await findInList(id)).toMatchObject({ problem: "no_account" });
    expect((await enter(id, { ...account, accountNumber: "12" })).body.errors).toMatchObject([
      { path: "accountNumber" },
    ]);
    expect((await enter(id)).status).toBe(200);
    const batch = await released([id], "700");
    expect(batch.payouts[0]).toMatchObject({
      account: { accountName: "Ada Obi" },
      accountEnteredBy: { _id: proposer.id },
    });
    expect((await download(batch, "csv")).text).toContain('"0123456789","057","Zenith Bank"');
  });

  it("is not released by who has entered its account, nor is an account entered after a password reset", async () => {
    const { id } = await unknownReceipt(701n);
    const recent = await admin();
    await db.user.update({ where: { id: recent.id }, data: { passwordResetAt: new Date() } });
    const early = await enter(id, account, recent);
    expect([early.status, early.body.error]).toEqual([403, "RECENTLY_RESET"]);
    expect((await enter(id, account, releaser)).status).toBe(200);
    const batch = await proposed([id], "701");
    const own = await act("release", batch, releaser);
    expect([own.status, own.body.message]).toEqual([403, expect.stringContaining("You have entered")]);
    expect((await act("release", batch, await admin())).status).toBe(200);
    await expect(
      db.payout.update({ where: { id }, data: { accountEnteredBy: proposer.id } }),
    ).rejects.toThrow(/cannot change/);
  });

  it("has its account from one administrator, who alone can change it as long as they are one", async () => {
    const { id } = await unknownReceipt(706n);
    const first = await admin();
    expect((await enter(id, account, first)).status).toBe(200);
    const other = await enter(id, { ...account, accountName: "Bola Ade" });
    expect([other.status, other.body.error, other.body.message]).toEqual([
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
    const [again] = await db.payout.findMany({ where: { state: "due", accountEnteredBy: first.id } });
    expect((await enter(again!.id)).status).toBe(409);
    await db.user.update({ where: { id: first.id }, data: { role: "none" } });
    expect((await enter(again!.id)).status).toBe(200);
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
    expect(openAccount(await db.payout.findUniqueOrThrow({ where: { id } }))).toEqual(account);
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
    const batch = await proposed([id, investment._id], "4000703");
    const withdrawn = await act("withdraw", batch);
    expect(withdrawn.body.data).toMatchObject({
      count: 2,
      payouts: [{ state: "withdrawn" }, { state: "withdrawn" }],
    });
    const again = await db.payout.findFirstOrThrow({ where: { lineId, state: "due" } });
    expect(await findInList(again.id)).toMatchObject({ problem: null, account: { accountName: "Ada Obi" } });
    // It was entered by the same administrator.
    expect(again.accountEnteredBy).toBe(proposer.id);
    await expect(
      transaction((tx) => queueRefund(tx, { amount: 703n, investmentId: null, userId: null, lineId })),
    ).rejects.toThrow();
    expect((await released([again.id], "703")).payouts).toHaveLength(1);
    await expectSoundLedger();
  });

  it("is listed with the other dues, page by page, however many there are", async () => {
    const wanted = new Set([(await owing(investor, "4000000"))._id]);
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
