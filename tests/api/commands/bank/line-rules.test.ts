import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listActs } from "@/lib/acts/queries";
import { bookLine, ignoreLine, refundLine } from "@/lib/bank/commands";
import { bookByRulesIfPossible } from "@/lib/bank/book-by-rule";
import { addLineRule, deleteLineRule, listLineRules, switchLineRule } from "@/lib/bank/line-rule-commands";
import { previewLineRule } from "@/lib/bank/line-rule-preview";
import { lineRuleInput, type LineRuleInput } from "@/lib/bank/line-rule-schema";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { getLine, listLines } from "@/lib/bank/queries";
import { dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { requestInvestment } from "@/lib/investments/commands";
import { readVerifiedNames } from "@/lib/investments/verified-accounts";
import { readBalance } from "@/lib/ledger/queries";
import { enterReceiptAccount, proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import type { Viewer } from "@/lib/viewer";
import { auditEventsFor, reviewer, verifiedInvestor } from "../../../support/accounts";
import { lastActAbout, undoLast } from "../../../support/acts";
import { watchBooks } from "../../../support/books";
import { bankReference, openPlan, requestBody } from "../../../support/investments";
import { importBatchBooking, importOneLine } from "../../../support/statements";

/** Rules that book statement lines after each import (product 10.32, ADR 52). */
const LIMIT = 10_000_000_00n;
let staff: Viewer;
let supervisor: Viewer;
beforeAll(async () => {
  [staff, supervisor] = [await reviewer(), await reviewer(true)];
});
// Other tests import lines, too.
afterEach(async () => {
  await db.lineRule.deleteMany();
});
let expectSoundBooks: () => Promise<void>;
beforeAll(async () => {
  expectSoundBooks = await watchBooks();
});
afterAll(() => expectSoundBooks());

/** A text that only the lines of one test have. */
const unique = () => `Alert ${uuidv7()}`;
const ruleFor = (text: string, changes: Partial<LineRuleInput> = {}): LineRuleInput =>
  lineRuleInput.parse({
    name: "SMS alerts",
    text,
    direction: "out",
    bankAccountId: null,
    amountRule: "any",
    amount: null,
    category: "bank_charge",
    ...changes,
  });
const importLine = (amount: bigint, text: string, on = lagosDay()) =>
  importOneLine(staff, amount, { text, on });
const stateOf = async (id: string) => (await getLine(id)).state;

describe("an active rule (threat 77)", () => {
  it("books new lines as an act of the system, which is undone like others and not repeated", async () => {
    const text = unique();
    const { _id: ruleId } = await addLineRule(staff, ruleFor(text));
    const before = await readBalance("bank_charges");
    const id = await importLine(-400n, `sms ${text.toUpperCase()} november`);
    expect(await getLine(id)).toMatchObject({
      state: "matched",
      bookedAs: "bank_charge",
      decision: { by: null },
    });
    expect((await readBalance("bank_charges")) - before).toBe(400n);
    const { acts } = await listActs({ kind: "bank_charge", about: id, limit: 1 });
    expect(acts).toMatchObject([{ actor: null, isByRule: true, undo: "alone" }]);
    expect(await auditEventsFor(id)).toMatchObject([
      { actorId: null, action: "statement_line.booked", data: { bookedAs: "bank_charge", ruleId } },
    ]);
    expect(await listLineRules()).toMatchObject([{ _id: ruleId, count: 1, sum: "400", lastOn: lagosDay() }]);
    expect((await listLines({ filter: "done", rule: ruleId, limit: 5 })).lines.map(({ _id }) => _id)).toEqual([id]); // oxfmt-ignore
    await undoLast(staff, supervisor, id);
    expect(await readBalance("bank_charges")).toBe(before);
    await importLine(-1n, "Another line");
    expect(await stateOf(id)).toBe("waiting");
    expect(await listLineRules()).toMatchObject([{ count: 0, sum: "0", lastOn: null }]);
  });

  it("books lines that waited before it was made, after the next import", async () => {
    const text = unique();
    const id = await importLine(-400n, text);
    await addLineRule(staff, ruleFor(text));
    expect(await stateOf(id)).toBe("waiting");
    await importLine(-1n, "Another line");
    expect(await stateOf(id)).toBe("matched");
  });

  it("books lines that wait, when rules run without an import", async () => {
    const text = unique();
    const id = await importLine(-400n, text);
    await addLineRule(staff, ruleFor(text));
    expect(await bookByRulesIfPossible()).toBe(1);
    expect(await getLine(id)).toMatchObject({ bookedAs: "bank_charge", decision: { by: null } });
  });

  it("leaves lines above the limit of one person, of the other direction and of another account", async () => {
    const text = unique();
    await addLineRule(staff, ruleFor(text));
    await addLineRule(staff, ruleFor(text, { direction: "in" }));
    const [large, most] = [await importLine(-LIMIT - 1n, text), await importLine(-LIMIT, text)];
    const received = await importLine(LIMIT + 1n, text);
    expect(await Promise.all([large, most, received].map(stateOf))).toEqual([
      "waiting",
      "matched",
      "waiting",
    ]);
  });

  it("leaves lines about which another rule disagrees", async () => {
    const text = unique();
    await addLineRule(staff, ruleFor(`${text} one`, { name: "Alerts" }));
    const { _id } = await addLineRule(staff, ruleFor(`two ${text}`, { name: "Taxes", category: "vat" }));
    const id = await importLine(-400n, `two ${text} one three`);
    expect(await getLine(id)).toMatchObject({
      state: "waiting",
      disputedBy: [
        { name: "Alerts", category: "bank_charge" },
        { name: "Taxes", category: "vat" },
      ],
    });
    const third = ruleFor(`one three`, { category: "stamp_duty" });
    expect(await previewLineRule(supervisor, third)).toMatchObject({ waiting: 0, disputed: 1 });
    await switchLineRule(staff, _id, false);
    expect((await getLine(id)).disputedBy).toEqual([]);
    await importLine(-1n, "Another line");
    expect(await getLine(id)).toMatchObject({ bookedAs: "bank_charge" });
  });

  it("leaves lines to another rule whose text contains its own", async () => {
    const text = unique();
    const short = ruleFor(text);
    await addLineRule(staff, short);
    await addLineRule(staff, ruleFor(`VAT on ${text}`, { category: "vat" }));
    const [charge, vat] = [
      await importLine(-400n, text),
      await importLine(-30n, `VAT ON ${text.toUpperCase()}`),
    ];
    expect([(await getLine(charge)).bookedAs, (await getLine(vat)).bookedAs]).toEqual(["bank_charge", "vat"]);
    // The dry run is about the lines that the rule decides.
    expect(await previewLineRule(supervisor, short)).toMatchObject({
      count: 1,
      sum: "400",
      disputed: 0,
      otherwise: { count: 0 },
    });
  });

  it("leaves what may be an investor's: proposals and open manual receipts", async () => {
    const text = unique();
    await addLineRule(staff, ruleFor(text, { direction: "in", category: "transfer" }));
    const plan = await openPlan();
    const amount = 37_000_000n;
    const requested = await requestInvestment(await verifiedInvestor(), requestBody(plan, String(amount)));
    const awaited = await requestInvestment(await verifiedInvestor(), requestBody(plan, String(amount)));
    await recordReceipt(staff, awaited._id, {
      bankReference: bankReference(),
      amount: String(amount),
      receivedOn: lagosDay(),
    });
    const named = await importLine(amount, `${text} ${requested.reference}`);
    const maybe = await importLine(amount, text);
    const free = await importLine(amount + 1n, text);
    expect(await Promise.all([named, maybe, free].map(stateOf))).toEqual(["waiting", "waiting", "matched"]);
  });

  it("leaves what may be an investor's although nothing is proposed: batch bookings and equal proposals", async () => {
    const text = unique();
    await addLineRule(staff, ruleFor(text, { direction: "in", category: "transfer" }));
    const [plan, investor, twice] = [await openPlan(), await verifiedInvestor(), await verifiedInvestor()];
    const amount = 38_000_000n;
    const body = requestBody(plan, String(amount));
    const { reference } = await requestInvestment(investor, body);
    for (let count = 0; count < 2; count += 1) await requestInvestment(twice, body);
    const payments = [
      [amount, `Transfer ${reference}`],
      [100n, "Transfer"],
    ] as const;
    const batch = await importBatchBooking(staff, payments, text);
    const [name] = (await readVerifiedNames([twice.userId])).get(twice.userId)!;
    const sent = await importLine(amount, `${text}/FROM ${name}`);
    expect((await getLine(sent)).proposal).toBeNull();
    const free = await importBatchBooking(staff, [payments[1], payments[1]], text);
    expect(await Promise.all([batch, sent, free].map(stateOf))).toEqual(["waiting", "waiting", "matched"]);
  });

  it("leaves what may be a batch of payouts, or has the reference of one", async () => {
    const text = unique();
    await addLineRule(staff, ruleFor(text));
    const ids: string[] = [];
    for (const amount of [39_000_100n, 39_000_200n]) {
      const line = await importLine(amount, "A transfer");
      await refundLine(staff, line);
      const { id } = await db.amountDue.findFirstOrThrow({ where: { lineId: line } });
      const account = { bankName: "OPay", accountNumber: "8031234567", accountName: "Ada Obi" };
      await enterReceiptAccount(staff, id, account);
      ids.push(id);
    }
    const { _id, payouts } = await proposeBatch(staff, { ids, total: "78000300" });
    await releaseBatch(supervisor, _id);
    const whole = await importLine(-78_000_300n, text);
    const named = await importLine(-1_000n, `${text} ${payouts[0]!.reference}`);
    const free = await importLine(-78_000_400n, text);
    expect(await Promise.all([whole, named, free].map(stateOf))).toEqual(["waiting", "waiting", "matched"]);
  });

  it("is switched off and deleted; what it has booked stays", async () => {
    const text = unique();
    const { _id } = await addLineRule(staff, ruleFor(text));
    const first = await importLine(-400n, text);
    expect(await switchLineRule(staff, _id, false)).toMatchObject({ isActive: false, count: 1 });
    const second = await importLine(-400n, text);
    expect(await stateOf(second)).toBe("waiting");
    await deleteLineRule(staff, _id);
    expect(await listLineRules()).toEqual([]);
    expect(await db.moneyAct.findUniqueOrThrow({ where: { id: (await lastActAbout(first)).id } })).toMatchObject({ ruleId: _id }); // oxfmt-ignore
    expect((await auditEventsFor(_id)).map(({ action }) => action)).toEqual([
      "line_rule.made",
      "line_rule.switched",
      "line_rule.deleted",
    ]);
    await expect(deleteLineRule(staff, _id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(switchLineRule(staff, _id, true)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("stores its name and text sealed", async () => {
    const text = unique();
    const { _id } = await addLineRule(staff, ruleFor(text));
    const { nameCipher, textCipher } = await db.lineRule.findUniqueOrThrow({ where: { id: _id } });
    expect(nameCipher + textCipher).not.toMatch(/alert/i);
  });
});

describe("the dry run of a rule", () => {
  it("counts, sums and shows the lines of 12 months, and those that were decided otherwise; books none", async () => {
    const text = unique();
    const day = (daysAgo: number) => dayAt(dayNumber(lagosDay()) - daysAgo);
    const [waiting, booked, ignored, large] = [
      await importLine(-400n, text),
      await importLine(-500n, text, day(300)),
      await importLine(-600n, text),
      await importLine(-LIMIT - 1n, text),
    ];
    await importLine(-700n, text, day(400));
    await bookLine(staff, booked, { as: "bank_charge" });
    await ignoreLine(staff, ignored, "Booked twice");
    const preview = await previewLineRule(staff, ruleFor(text));
    expect(preview).toMatchObject({ count: 3, sum: "1500", waiting: 1, isPartial: false });
    expect(preview.lines.map(({ _id }) => _id).toSorted()).toEqual([waiting, booked, ignored].toSorted());
    expect(preview.otherwise).toMatchObject({
      count: 1,
      lines: [{ _id: ignored, decided: "Line ignored", state: "ignored" }],
    });
    expect(await Promise.all([waiting, large].map(stateOf))).toEqual(["waiting", "waiting"]);
    expect(await previewLineRule(staff, ruleFor(text, { amountRule: "at_most", amount: "450" }))).toMatchObject({ count: 1 }); // oxfmt-ignore
    const events = await db.auditEvent.findMany({
      where: { actorId: staff.userId, action: "line_rule.previewed" },
      orderBy: { seq: "asc" },
    });
    expect(events[0]).toMatchObject({ data: { count: 3 } });
    expect(JSON.stringify(events.map(({ data }) => data))).not.toMatch(/alert/i);
  });
});

describe("a rule is refused (threat 77)", () => {
  it("without a right, after a password reset, for an unknown account, or with a wrong combination", async () => {
    const [recent, investor] = [await reviewer(), await verifiedInvestor()];
    await db.user.update({ where: { id: recent.userId }, data: { passwordResetAt: new Date() } });
    const input = ruleFor(unique());
    await expect(addLineRule(recent, input)).rejects.toMatchObject({ code: "RECENTLY_RESET" });
    await expect(addLineRule(investor, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(previewLineRule(investor, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(addLineRule(staff, { ...input, bankAccountId: uuidv7() })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    expect(await listLineRules()).toEqual([]);
    const wrong: Partial<LineRuleInput>[] = [
      { text: "a b" },
      { text: "áb̂ć" },
      { amountRule: "exactly" },
      { amount: "100" },
      { category: "tax_payment", direction: "in" },
    ];
    for (const changes of wrong)
      expect(lineRuleInput.safeParse({ ...input, ...changes }).success).toBe(false);
  });
});
