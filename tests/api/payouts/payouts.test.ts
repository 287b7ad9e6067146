import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collectPersonalData } from "@/lib/account/personal-data";
import { proposePayouts } from "@/lib/bank/payout-candidates";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { readXml } from "@/lib/formats/xml";
import { announceHolds } from "@/lib/payouts/holds";
import { bankCodeOf } from "@/lib/reference/institutions";
import { admin, mailsTo, times, waitForMail, type SignedIn } from "../../support/api";
import { bankReference, invest, receive } from "../../support/investments";
import {
  importLine,
  showPayout,
  totalsOf,
  expectSoundLedger,
  account,
  readsOf,
  unknownReceipt,
} from "../../support/payouts";
import {
  proposer,
  releaser,
  plan,
  investorSince,
  verified,
  owing,
  dueOf,
  findInList,
  propose,
  act,
  proposed,
  released,
  download,
  enter,
  fail,
  setUpPayouts,
} from "../../support/payout-calls";

beforeAll(setUpPayouts);

let investor: SignedIn;

beforeEach(async () => {
  investor = await verified();
});

describe("a payout batch (threat 69)", () => {
  it("is proposed by one administrator and released by another; then its amounts are in transit", async () => {
    const investment = await owing(investor, "4000000");
    expect(await findInList(investment.dueId)).toMatchObject({
      amount: "4000000",
      problem: null,
      investor: { _id: investor.id },
      account: { accountNumber: expect.stringMatching(/^•{6}\d{4}$/) },
    });
    const batch = await proposed([investment.dueId], "4000000");
    expect(await findInList(investment.dueId)).toBeUndefined();
    expect(await totalsOf(investment)).toMatchObject({ due_to_investor: -4_000_000n });
    expect((await download(batch, "csv")).status).toBe(409);

    const byProposer = await act("release", batch, proposer);
    expect([byProposer.status, byProposer.body.error]).toEqual([403, "FORBIDDEN"]);
    expect((await act("release", batch)).status).toBe(200);
    expect(await totalsOf(investment)).toMatchObject({
      due_to_investor: 0n,
      payouts_in_transit: -4_000_000n,
    });
    expect(await findInList(investment.dueId)).toBeUndefined();
    const mail = await waitForMail(investor.email, /We have sent you ₦40,000/);
    expect(mail.text).toContain(batch.payouts[0]!.reference);
    expect((await act("release", batch)).status).toBe(409);
    expect((await act("withdraw", batch)).status).toBe(409);
    await expectSoundLedger();
  });

  it("is refused by the database, too, if the same administrator releases it", async () => {
    const investment = await owing(investor, "4000000");
    const { _id } = await proposed([investment.dueId], "4000000");
    const { id: actId } = await db.moneyAct.create({ data: { kind: "release" } });
    await expect(
      db.payoutBatch.update({
        where: { id: _id },
        data: { state: "released", actId, decidedById: proposer.id, decidedAt: new Date() },
      }),
    ).rejects.toThrow("payout_batches_decided");
  });

  it("contains each amount due once, even if it is proposed on two servers at once", async () => {
    const investment = await owing(investor, "4000000");
    const answers = await times(6, (i) =>
      propose([investment.dueId], "4000000", i % 2 ? proposer : releaser, (i % 2) as 0 | 1),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const [batch] = answers.filter(({ status }) => status === 201);
    const decisions = await times(6, (i) =>
      act("release", batch!.body.data, i % 2 ? proposer : releaser, (i % 2) as 0 | 1),
    );
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await totalsOf(investment)).toMatchObject({ payouts_in_transit: -4_000_000n });
  });
});

describe("the amounts due to one investor", () => {
  it("are one transfer, whose parts are in the email; if it comes back, each is due again", async () => {
    const [one, two] = [await owing(investor, "4000000"), await owing(investor, "250000")];
    const other = await owing(await verified(), "100");
    const batch = await released([one.dueId, two.dueId, other.dueId], "4250100");
    expect(batch).toMatchObject({ count: 2, total: "4250100" });
    const payout = batch.payouts.find((each) => each.investor?._id === investor.id)!;
    expect(payout.amount).toBe("4250000");
    expect(payout.parts.map(({ _id, amount }) => [_id, amount])).toEqual([
      [one.dueId, "4000000"],
      [two.dueId, "250000"],
    ]);
    const mail = await waitForMail(investor.email, /We have sent you ₦42,500/);
    for (const part of [`₦40,000 due for ${one.reference}`, `₦2,500 due for ${two.reference}`])
      expect(mail.text).toContain(part);
    expect((await download(batch, "csv")).text).toContain(`"42500.00","${payout.reference}"`);

    expect((await showPayout(proposer, payout._id, -4_250_000n)).status).toBe(200);
    expect((await showPayout(proposer, payout._id, 4_250_000n)).status).toBe(200);
    for (const [investment, amount] of [
      [one, "4000000"],
      [two, "250000"],
    ] as const)
      expect(await findInList(await dueOf(investment))).toMatchObject({
        amount,
        cameBack: { on: lagosDay() },
      });
    await expectSoundLedger();
  });
});

describe("the account of a payout (threat 69)", () => {
  it("that has just changed is held back for 72 hours, and its owner is emailed once", async () => {
    const recent = await investorSince(new Date(Date.now() - 25 * 3_600_000));
    const investment = await owing(recent, "4000000");
    const due = await findInList(investment.dueId);
    expect(due).toMatchObject({ problem: "held" });
    expect(new Date(due!.heldUntil!).getTime()).toBeGreaterThan(Date.now() + 70 * 3_600_000);
    expect((await propose([investment.dueId], "4000000")).status).toBe(409);
    await Promise.all([announceHolds(), announceHolds()]);
    await waitForMail(recent.email, /Payouts to your new account/);
    await announceHolds();
    const mails = (await mailsTo(recent.email)).filter(({ subject }) =>
      /Payouts to your new account/.test(subject),
    );
    expect(mails).toHaveLength(1);
    expect(await db.auditEvent.count({ where: { action: "payout.held", targetId: recent.id } })).toBe(1);
  });
});

describe("the file for the bank", () => {
  it("has the same sum, payees and full numbers as CSV and pain.001, and is recorded as a read", async () => {
    const otherUser = await verified("corporate");
    const [one, two] = [await owing(investor, "4000000"), await owing(otherUser, "1234567")];
    const batch = await released([one.dueId, two.dueId], "5234567");
    const csv = await download(batch, "csv");
    expect(csv.status).toBe(200);
    const rows = csv.text.trim().split("\r\n").slice(1);
    expect(rows).toHaveLength(2);
    const details = await db.bankDetails.findFirstOrThrow({
      where: { submission: { userId: otherUser.id } },
    });
    const [row] = rows.filter((line) => line.includes('"12345.67"'));
    // Names of banks may have brackets.
    const bank = RegExp.escape(details.bankName);
    expect(row).toMatch(new RegExp(`^"\\d{10}","${bankCodeOf(details.bankName)}","${bank}"`));

    const { text } = await download(batch, "pain.001", "The bank wants this format");
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
    for (const { id } of [investor, otherUser]) expect(await readsOf(id, releaser.id, "export")).toBe(1);
  });
});

describe("the money of a payout (threat 69)", () => {
  it("that is on no imported statement is not released; the statement that shows it names its importer", async () => {
    const investment = await invest(investor, plan);
    const reference = bankReference();
    // More than the investment takes, so that the surplus is a refund.
    await receive(proposer, investment, "10000500", { reference });
    const { id } = await db.amountDue.findFirstOrThrow({ where: { investmentId: investment._id } });
    const batch = await proposed([id], "500");
    expect(batch.payouts).toMatchObject([
      {
        parts: [{ investment: { _id: investment._id }, receipts: [{ amount: "10000500", statement: null }] }],
      },
    ]);
    const refused = await act("release", batch);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining("is on no imported statement"),
    ]);
    await importLine(10_000_500n, { by: proposer.id, shows: reference });
    const released = await act("release", batch);
    expect(released.body.data).toMatchObject({
      payouts: [
        {
          parts: [
            { receipts: [{ statement: { fileName: "statement.csv", importedBy: { _id: proposer.id } } }] },
          ],
        },
      ],
    });
  });
});

describe("the bank's statement", () => {
  it("settles paid payouts; returned ones are due again, and the investor is emailed", async () => {
    const investment = await owing(investor, "4000000");
    const batch = await released([investment.dueId], "4000000");
    const [payout] = batch.payouts;
    const id = payout!._id;
    const narration = `NIP/${payout!.reference.toLowerCase().replaceAll("-", " ")}/SEEDLINE`;
    const lines = await proposePayouts([
      { id: "left", amount: -4_000_000n, narration, parts: [] },
      { id: "unnamed", amount: -4_000_000n, narration: "TRANSFER", parts: [] },
      { id: "arrived", amount: 4_000_000n, narration, parts: [] },
    ]);
    expect(lines.get("left")![0]).toMatchObject({ payoutId: id, isExact: true });
    expect(lines.get("unnamed")).toContainEqual(expect.objectContaining({ payoutId: id, isExact: false }));
    expect(lines.get("arrived")).toEqual([]);

    const shows = async (amount: bigint) => {
      const { status, body } = await showPayout(proposer, id, amount);
      return [status, body.message];
    };
    expect(await shows(-1n)).toEqual([409, expect.stringContaining("The amount of payout")]);
    expect(await shows(4_000_000n)).toEqual([409, expect.stringContaining("First match")]);
    expect((await shows(-4_000_000n))[0]).toBe(200);
    expect(await shows(-4_000_000n)).toEqual([409, expect.stringContaining("not in transit")]);
    expect(await totalsOf(investment)).toMatchObject({ payouts_in_transit: 0n });
    const back = await proposePayouts([{ id: "arrived", amount: 4_000_000n, narration, parts: [] }]);
    expect(back.get("arrived")).toMatchObject([{ payoutId: id }]);

    expect((await shows(4_000_000n))[0]).toBe(200);
    const dueAgain = await dueOf(investment);
    expect(await findInList(dueAgain)).toMatchObject({
      amount: "4000000",
      problem: null,
      cameBack: { releasedOn: lagosDay(), on: lagosDay() },
    });
    await waitForMail(investor.email, /Your bank has returned ₦40,000/);
    await released([dueAgain], "4000000");
    await expectSoundLedger();
    const data = (await collectPersonalData(investor.id)).data as { payouts: unknown };
    expect(data.payouts).toMatchObject([
      { amount: "4000000", state: "returned", account: expect.stringMatching(/^•{6}\d{4} \(/) },
      { amount: "4000000", state: "released" },
    ]);
  });

  it("a payout that was recorded as rejected and paid again is not paid a second time", async () => {
    const investment = await owing(investor, "4000000");
    const batch = await released([investment.dueId], "4000000");
    expect((await fail(batch)).status).toBe(200);
    await released([await dueOf(investment)], "4000000");
    const { _id: id } = batch.payouts[0]!;
    const shown = await showPayout(proposer, id, -4_000_000n);
    expect([shown.status, shown.body.message]).toEqual([409, expect.stringContaining("Undo that first")]);
    expect(await totalsOf(investment)).toMatchObject({
      due_to_investor: 0n,
      payouts_in_transit: -4_000_000n,
    });
  });
});

describe("a receipt that must be refunded", () => {
  it("of an unknown sender waits for an account that an administrator enters", async () => {
    const { id } = await unknownReceipt(700n);
    const due = { problem: "no_account", line: { on: lagosDay(), narration: "TRANSFER", counterparty: "" } };
    expect(await findInList(id)).toMatchObject(due);
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

  it("is not released by the administrator who entered its account, and no account is entered after a password reset", async () => {
    const { id } = await unknownReceipt(701n);
    const recent = await admin();
    await db.user.update({ where: { id: recent.id }, data: { passwordResetAt: new Date() } });
    const early = await enter(id, account, recent);
    expect([early.status, early.body.error]).toEqual([403, "RECENTLY_RESET"]);
    expect((await enter(id, account, releaser)).status).toBe(200);
    const batch = await proposed([id], "701");
    const byReleaser = await act("release", batch, releaser);
    expect([byReleaser.status, byReleaser.body.message]).toEqual([
      403,
      expect.stringContaining("You entered"),
    ]);
    expect((await act("release", batch, await admin())).status).toBe(200);
    await expect(
      db.payout.update({
        where: { id: batch.payouts[0]!._id },
        data: { accountEnteredBy: proposer.id },
      }),
    ).rejects.toThrow(/cannot change/);
  });
});
