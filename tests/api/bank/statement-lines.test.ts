import { beforeAll, describe, expect, it } from "vitest";
import { collectPersonalData } from "@/lib/account/personal-data";
import type { ImportDto, LineDto, LineTotalsDto, PreviewDto } from "@/lib/bank/schema";
import { openTexts } from "@/lib/bank/statement-lines";
import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { emptyOldPayments } from "@/lib/payouts/retention";
import { readVerifiedNames } from "@/lib/investments/verified-accounts";
import { lastActAbout } from "../../support/acts";
import { admin, call, get, post, urls, type SignedIn } from "../../support/api";
import { newBankAccount } from "../../support/bank-accounts";
import { invest, investor, openPlan } from "../../support/investments";

/** Bank statements through the contract (product 10.32): preview, import, the queue, decisions. */
let staff: SignedIn;
beforeAll(async () => {
  staff = await admin();
});

const HEADER = "Date,Amount,Narration,Sender,Reference";
const mapping = {
  date: 0,
  dateOrder: "ymd",
  amount: 1,
  narration: 2,
  counterparty: 3,
  bankReference: 4,
};
/** The fields of a file without balances, for an account of its own. */
const onOwnAccount = async () => ({ ...mapping, bankAccountId: await newBankAccount(), closing: "0" });
const unique = () => `FT${uuidv7().toUpperCase()}`;
const form = (text: string | Uint8Array<ArrayBuffer>, fields: object = {}) => {
  const data = new FormData();
  data.set("file", new Blob([text]), "November.csv");
  for (const [name, value] of Object.entries(fields)) data.set(name, String(value));
  return data;
};
const send = (path: string, data: FormData) =>
  call("POST", `/api/admin/payments/statements${path}`, { form: data, token: staff.token });
const linesOf = async (filter: string): Promise<LineDto[]> =>
  (await get(`/api/admin/payments/lines?filter=${filter}&limit=50`, staff.token)).body.data;
const decide = (id: string, act: string, body: object = {}) =>
  post(`/api/admin/payments/lines/${id}/${act}`, body, staff.token);

describe("a rule", () => {
  it("is tried, saved, switched off and deleted", async () => {
    const path = "/api/admin/payments/rules";
    const rule = {
      name: "SMS alerts",
      text: `Alert ${unique()}`,
      direction: "out",
      bankAccountId: null,
      amountRule: "at_most",
      amount: "5000",
      category: "bank_charge",
    };
    expect((await post(`${path}/preview`, rule, staff.token)).body.data).toMatchObject({
      count: 0,
      lines: [],
    });
    for (const wrong of [{ text: "abc" }, { amount: null }, { direction: "in", category: "tax_payment" }])
      expect((await post(path, { ...rule, ...wrong }, staff.token)).status).toBe(422);
    const saved = await post(path, rule, staff.token);
    expect([saved.status, saved.body.data]).toEqual([
      201,
      expect.objectContaining({ ...rule, isActive: true, count: 0 }),
    ]);
    const { _id } = saved.body.data as { _id: string };
    const change = (method: "PATCH" | "DELETE", body?: object) =>
      call(method, `${path}/${_id}`, { token: staff.token, ...(body && { body }) });
    expect((await change("PATCH", { isActive: false })).body.data).toMatchObject({ isActive: false });
    expect((await change("DELETE")).status).toBe(200);
    expect((await change("DELETE")).status).toBe(404);
  });
});

describe("a statement", () => {
  it("is read, confirmed, imported once, and its lines are decided", async () => {
    const payer = await investor();
    const investment = await invest(payer, await openPlan());
    const sender = (await readVerifiedNames([payer.id])).get(payer.id)![0]!.toUpperCase();
    const [exact, unmatched, charge] = [unique(), unique(), unique()];
    const text = [
      HEADER,
      `${lagosDay()},100000.00,NIP ${investment.reference},${sender},${exact}`,
      `${lagosDay()},55.50,gift,NOBODY,${unmatched}`,
      `${lagosDay()},-10.00,bank charge,,${charge}`,
    ].join("\r\n");
    const own = await onOwnAccount();
    const preview = await send("/preview", form(`\uFEFF${text}`));
    expect(preview.status).toBe(200);
    expect(preview.body.data as PreviewDto).toMatchObject({
      format: "csv",
      columnCount: 5,
      mapping: { headerRow: 1, date: 0, amount: 1, narration: 2 },
    });
    expect((await send("/preview", form(text, own))).body.data).toMatchObject({
      problem: null,
      count: 3,
      added: 3,
      lines: [{ amount: "10000000", counterparty: sender }, { amount: "5550" }, { amount: "-1000" }],
    });
    const imported = await send("", form(text, own));
    expect([imported.status, imported.body.data as ImportDto]).toEqual([
      201,
      { _id: expect.any(String), count: 3, added: 3, byHand: 0, byRule: 0 },
    ]);
    expect((await send("", form(text, own))).body.data).toMatchObject({ count: 3, added: 0 });

    const line = (await linesOf("exact")).find(({ bankReference }) => bankReference === exact)!;
    expect(line.proposal).toMatchObject({ reference: investment.reference, isExact: true });
    const parts = [{ reference: investment.reference, amount: line.amount }];
    const matched = await decide(line._id, "match", { parts });
    expect([matched.status, matched.body.data]).toEqual([
      200,
      expect.objectContaining({
        state: "matched",
        investments: [{ _id: investment._id, reference: investment.reference }],
      }),
    ]);
    expect((await decide(line._id, "match", { parts })).status).toBe(409);
    expect(await db.investment.findUniqueOrThrow({ where: { id: investment._id } })).toMatchObject({
      state: "active",
    });
    const unknown = (await linesOf("unknown")).find(({ bankReference }) => bankReference === unmatched)!;
    expect((await decide(unknown._id, "return")).body.data).toMatchObject({ state: "returning" });
    const outgoing = (await linesOf("outgoing")).find(({ bankReference }) => bankReference === charge)!;
    expect((await decide(outgoing._id, "ignore", { reason: "" })).status).toBe(422);
    expect((await decide(outgoing._id, "book", { as: "transfer" })).body.data).toMatchObject({
      state: "matched",
      bookedAs: "transfer",
    });
    const done = (await linesOf("done")).map(({ bankReference }) => bankReference);
    expect(done).toEqual(expect.arrayContaining([exact, unmatched, charge]));
  });

  it("has its exact lines matched and its charges booked at once, and the group undone", async () => {
    const investment = await invest(await investor(), await openPlan());
    const [exact, charge] = [unique(), unique()];
    const text = [
      HEADER,
      `${lagosDay()},100000.00,NIP ${investment.reference},,${exact}`,
      `${lagosDay()},-10.00,bank charge,,${charge}`,
    ].join("\r\n");
    expect((await send("", form(text, await onOwnAccount()))).status).toBe(201);
    const path = "/api/admin/payments/lines";
    const list = await get(`${path}?filter=exact&limit=200`, staff.token);
    const { totals } = list.body as unknown as { totals: LineTotalsDto };
    expect(totals).toMatchObject({ count: totals.exact, paidOut: "0" });
    const ofBank = async (filter: string, reference: string) =>
      (await linesOf(filter)).find(({ bankReference }) => bankReference === reference)!;
    const [line, out] = [await ofBank("exact", exact), await ofBank("outgoing", charge)];
    const toSeen = ({ _id, amount }: LineDto) => ({ _id, amount });
    const matched = await post(`${path}/decide`, { lines: [line, out].map(toSeen), decision: { kind: "match" } }, staff.token); // oxfmt-ignore
    expect([matched.status, matched.body.data]).toEqual([
      200,
      {
        groupId: expect.any(String),
        count: 1,
        skipped: [{ _id: out._id, reason: expect.stringContaining("no longer matches") }],
      },
    ]);
    const decision = { kind: "book", as: "bank_charge", note: "Of November" };
    const booked = await post(`${path}/decide`, { lines: [toSeen(out)], decision }, staff.token);
    expect(booked.body.data).toMatchObject({ count: 1, skipped: [] });
    const { groupId } = booked.body.data as { groupId: string };
    const why = { reason: "wrong_kind", note: "Stamp duty" };
    expect((await post(`/api/admin/acts/groups/${groupId}/undo`, why, staff.token)).status).toBe(200);
    expect((await post(`/api/admin/acts/groups/${groupId}/undo`, why, staff.token)).status).toBe(409);
    const tooMany = Array.from({ length: 201 }, () => toSeen(out));
    expect((await post(`${path}/decide`, { lines: tooMany, decision }, staff.token)).status).toBe(422);
  });

  it("is in its investor's archive, and its texts are deleted after the retention time", async () => {
    const [one, another] = await Promise.all([investor(), investor()]);
    const plan = await openPlan();
    const [unshared, shared] = [await invest(one, plan), await invest(one, plan)];
    const foreign = await invest(another, plan);
    const references = [unique(), unique(), unique()];
    const [alone, both, waiting] = references;
    const rows = [
      `${lagosDay()},100000,for Ada,ADA OBI,${alone}`,
      `${lagosDay()},200000,for both,BOLA AKIN,${both}`,
      `${lagosDay()},1,waits,NOBODY,${waiting}`,
    ];
    expect((await send("", form([HEADER, ...rows].join("\n"), await onOwnAccount()))).status).toBe(201);
    const lines = await db.statementLine.findMany({
      where: { bankReference: { in: references } },
      orderBy: { amount: "asc" },
    });
    const part = ({ reference }: { reference: string }) => ({ reference, amount: "10000000" });
    expect((await decide(lines[1]!.id, "match", { parts: [part(unshared)] })).status).toBe(200);
    expect((await decide(lines[2]!.id, "match", { parts: [part(shared), part(foreign)] })).status).toBe(200);
    const receipt = { on: lagosDay(), amount: "10000000", bankReference: alone };
    expect((await collectPersonalData(one.id)).data).toMatchObject({
      receipts: [{ ...receipt, sender: "ADA OBI", text: "for Ada" }],
    });

    const ids = lines.map(({ id }) => id);
    const readTexts = async () =>
      (await db.statementLine.findMany({ where: { id: { in: ids } }, orderBy: { amount: "asc" } })).map(
        (row) => openTexts(row).counterparty,
      );
    const empty = { narrationCipher: "", counterpartyCipher: "" };
    for (const id of ids)
      await expect(db.statementLine.update({ where: { id }, data: empty })).rejects.toThrow(/never changes/);
    /** Makes the decision about a line older, by an older act. */
    const setDecided = async (id: string, years: number) => {
      const at = new Date(Date.now() - years * 365.25 * 86_400_000);
      const { id: actId } = await db.moneyAct.create({ data: { kind: "match", at } });
      await db.statementLine.update({ where: { id }, data: { actId } });
    };
    const [, { id: nearly }, { id: old }] = lines as [unknown, { id: string }, { id: string }];
    await setDecided(old, 6.01);
    await emptyOldPayments();
    expect(await readTexts()).toEqual(["NOBODY", "ADA OBI", ""]);
    await setDecided(nearly, 6.01);
    await emptyOldPayments();
    expect(await readTexts()).toEqual(["NOBODY", "", ""]);
    expect((await linesOf("done")).find(({ bankReference }) => bankReference === alone)).toMatchObject({
      narration: "",
      counterparty: "",
      amount: "10000000",
    });
  });

  it("with an incomplete mapping shows an error at each missing field", async () => {
    const text = `${HEADER}\n${lagosDay()},1,a,b,${unique()}\n`;
    const { problem, questions } = (await send("/preview", form(text, { dateOrder: "ymd" }))).body
      .data as PreviewDto;
    expect(problem).toBeNull();
    expect(Object.fromEntries(questions.map(({ path, message }) => [path, message]))).toEqual({
      date: "Choose the column with the date",
      narration: "Choose the column with the narration",
      amount: "Choose a column for the amount, or one for money in and one for money out",
    });
  });

  it("has its match undone and its partial amount refunded, with a fresh proof of identity", async () => {
    const investment = await invest(await investor(), await openPlan());
    const reference = unique();
    const row = `${lagosDay()},40000,NIP ${investment.reference},ADA OBI,${reference}`;
    expect((await send("", form([HEADER, row].join("\n"), await onOwnAccount()))).status).toBe(201);
    const { id } = await db.statementLine.findFirstOrThrow({ where: { bankReference: reference } });
    const parts = [{ reference: investment.reference, amount: "4000000" }];
    const cancel = () => post(`/api/admin/investments/${investment._id}/cancel`, {}, staff.token);
    expect((await decide(id, "match", { parts })).status).toBe(200);
    const { id: actId } = await lastActAbout(id);
    const undo = (answer = { reason: "typing_error", note: "Another investor's" }, by = staff, act = actId) =>
      post(`/api/admin/acts/${act}/undo`, answer, by.token);
    expect((await undo({ reason: "typing_error", note: "" })).body.errors).toMatchObject([{ path: "note" }]);
    const asked = await undo();
    expect([asked.status, asked.body.error]).toEqual([409, "CONFIRMATION_REQUIRED"]);
    const { proposalId } = asked.body.data as { proposalId: string };
    const supervisor = await admin(true);
    const confirm = () => post(`/api/admin/proposals/${proposalId}/confirm`, {}, supervisor.token);
    expect((await confirm()).status).toBe(200);
    expect(await db.statementLine.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: "waiting" });
    expect((await undo()).body.message).toBe("This has already been undone");
    const listed = await get(`/api/admin/acts?about=${id}`, staff.token);
    expect(listed.body.data).toMatchObject([
      { kind: "undo", actor: { _id: staff.id }, confirmedBy: { _id: supervisor.id }, reason: "typing_error" },
      { kind: "match", undo: null, undoneAt: expect.any(String) },
      { kind: "import" },
    ]);
    const csv = await fetch(`${urls()[0]}/api/admin/acts/export?about=${id}`, {
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect((await csv.text()).split("\r\n")[1]).toMatch(/"Undone",.*"typing_error","Another investor's"/);
    expect((await cancel()).status).toBe(409);
    expect((await decide(id, "match", { parts })).status).toBe(200);
    await db.session.updateMany({ where: { userId: staff.id }, data: { provedAt: new Date(0) } });
    expect((await undo()).body.error).toBe("STEP_UP_REQUIRED");
    expect((await cancel()).body.error).toBe("STEP_UP_REQUIRED");
    await db.session.updateMany({ where: { userId: staff.id }, data: { provedAt: new Date() } });
    expect((await cancel()).body.data).toMatchObject({ state: "cancelled", received: "0" });
    expect(await db.amountDue.findMany({ where: { investmentId: investment._id } })).toMatchObject([
      { amount: 4_000_000n, state: "due" },
    ]);
    const { id: matchedAgain } = await db.moneyAct.findFirstOrThrow({
      where: { kind: "match", subjects: { some: { id } }, undoneBy: null },
    });
    expect((await undo(undefined, staff, matchedAgain)).body.message).toMatch(
      /"Investment cancelled and refunded" .* Undo that first/,
    );
  });

  it("with an error is refused, naming the line; a file that is not a statement gets an error message", async () => {
    for (const [amount, message] of [
      ["1e21", 'Line 2: "1e21" is not a valid amount'],
      ["USD 5", 'Line 2: "USD 5" is not a valid amount'],
    ]) {
      const text = `${HEADER}\n${lagosDay()},${amount},a,b,${unique()}\n`;
      const answer = await send("", form(text, mapping));
      expect([answer.status, answer.body.errors]).toEqual([422, [{ path: "file", message }]]);
    }
    expect((await send("/preview", form("hello"))).body.data).toMatchObject({
      problem: expect.stringMatching(/./),
    });
    expect((await send("", form("a,b", { date: 0 }))).status).toBe(422);
    expect((await send("", form(""))).status).toBe(422);
    const large = await send("/preview", form(new Uint8Array(20_000_001).fill(65)));
    expect([large.status, large.body.message]).toEqual([413, "Max file size is 20MB"]);
  });

  it("is listed page by page, each line once", async () => {
    const references = Array.from({ length: 5 }, unique);
    const rows = references.map((reference) => `${lagosDay()},1,x,y,${reference}`);
    expect((await send("", form([HEADER, ...rows].join("\n"), await onOwnAccount()))).status).toBe(201);
    const seen: string[] = [];
    for (let after = ""; seen.length < 5;) {
      const answer = await get(
        `/api/admin/payments/lines?filter=unknown&limit=2${after && `&after=${after}`}`,
        staff.token,
      );
      const { data, next } = answer.body as unknown as { data: LineDto[]; next: string };
      seen.push(
        ...data.map(({ bankReference }) => bankReference).filter((each) => references.includes(each)),
      );
      after = next;
    }
    expect(seen).toEqual(references.toReversed());
  });
});
