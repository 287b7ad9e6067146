import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { refundLine } from "@/lib/bank/commands";
import { db } from "@/lib/db/client";
import { enterReceiptAccount, proposeBatch, releaseBatch, repeatNameEnquiries } from "@/lib/payouts/commands";
import { answerNameEnquiry } from "@/lib/payouts/name-enquiries";
import { ENQUIRY_TIMEOUT_MS } from "@/lib/payouts/name-enquiry-rules";
import { getBatch } from "@/lib/payouts/queries";
import type { BatchDetailDto } from "@/lib/payouts/schema";
import { withdrawBatch } from "@/lib/corrections/undo";
import type { Viewer } from "@/lib/viewer";
import { reviewer } from "../../../support/accounts";
import type { Reply } from "../../../support/dojah";
import { expectErrorLog } from "../../../support/error-log";
import { importOneLine } from "../../../support/statements";

/** Name enquiries before a release (product 10.34), with a local server that speaks Dojah's protocol. */
const fake = await vi.hoisted(async () => {
  const { FakeDojah } = await import("../../../support/dojah");
  const server = await new FakeDojah().start();
  Object.assign(process.env, { ...server.env, IDENTITY_TIMEOUT_MS: "500" });
  return server;
});
let reply: Reply;
let staff: Viewer;
let other: Viewer;
beforeAll(async () => {
  fake.reply = () => reply;
  [staff, other] = [await reviewer(), await reviewer()];
});
afterAll(() => fake.stop());
beforeEach(() => {
  reply = holder("OBI ADA NKEM");
});

const holder = (name: string): Reply => ({ status: 200, body: { entity: { account_name: name } } });
const number = "8031234567";

/** Proposes the refund of an unknown sender to an account at OPay. */
async function propose(accountName = "Ada Obi"): Promise<BatchDetailDto> {
  const lineId = await importOneLine(other, 1_000n);
  await refundLine(staff, lineId);
  const { id } = await db.amountDue.findFirstOrThrow({ where: { lineId } });
  await enterReceiptAccount(staff, id, { bankName: "OPay", accountNumber: number, accountName });
  return proposeBatch(staff, { ids: [id], total: "1000" });
}
const answer = ({ payouts: [payout] }: BatchDetailDto) => answerNameEnquiry(payout!._id, "dojah");
/** Makes the three calls of a provider that does not answer. */
async function answerInVain(batch: BatchDetailDto): Promise<void> {
  for (let call = 1; call < 3; call += 1) await expect(answer(batch)).rejects.toThrow();
  await answer(batch);
}
const enquiryOf = async ({ _id }: BatchDetailDto) => (await getBatch(other, _id)).payouts[0]!.nameEnquiry;
const release = ({ _id }: BatchDetailDto) => releaseBatch(other, _id);
const conflict = (message: RegExp) => ({
  code: "CONFLICT",
  message: expect.stringMatching(message) as string,
});

describe("a payout", () => {
  it("is released once the institution names its payee as the holder, and not before", async () => {
    const batch = await propose();
    expect(batch.payouts[0]!.nameEnquiry).toMatchObject({ state: "waiting", name: null });
    await expect(release(batch)).rejects.toMatchObject(conflict(/still being asked/));
    const from = fake.calls.length;
    await answer(batch);
    expect(fake.calls.slice(from).map(({ search }) => search)).toEqual([
      `?account_number=${number}&bank_code=100004`,
    ]);
    expect(await enquiryOf(batch)).toMatchObject({ state: "matches", name: "OBI ADA NKEM" });
    // It is asked once.
    await answer(batch);
    expect(fake.calls).toHaveLength(from + 1);
    expect(await release(batch)).toMatchObject({ state: "released" });
  });

  it.each<[string, Reply, string, RegExp]>([
    ["another holder", holder("SAMPLE STRANGER"), "differs", /names another holder/],
    ["no such account", { status: 404, body: { error: "Account not found" } }, "not_found", /has no account/],
  ])("with %s is not released until the account is corrected", async (_, found, state, message) => {
    reply = found;
    const batch = await propose();
    await answer(batch);
    expect(await enquiryOf(batch)).toMatchObject({ state });
    await expect(release(batch)).rejects.toMatchObject(conflict(message));
    await withdrawBatch(staff, batch._id);
    const id = batch.payouts[0]!.parts[0]!._id;
    await enterReceiptAccount(staff, id, {
      bankName: "OPay",
      accountNumber: "8030000001",
      accountName: "Ada Obi",
    });
    reply = holder("ADA OBI");
    const again = await proposeBatch(staff, { ids: [id], total: "1000" });
    await answer(again);
    expect(await release(again)).toMatchObject({ state: "released" });
  });

  it("whose provider is set up wrongly is like one whose provider cannot be reached", async () => {
    expectErrorLog("identity.configuration");
    const batch = await propose();
    reply = { status: 402, body: { error: "balance" } };
    await answer(batch);
    expect(await enquiryOf(batch)).toMatchObject({ state: "no_answer" });
  });

  it("does not wait for an enquiry that a crash has interrupted", async () => {
    const batch = await propose();
    const askedAt = new Date(Date.now() - ENQUIRY_TIMEOUT_MS - 1_000);
    await db.nameEnquiry.updateMany({ where: { payout: { batchId: batch._id } }, data: { askedAt } });
    expect(await enquiryOf(batch)).toMatchObject({ state: "no_answer" });
    expect(await release(batch)).toMatchObject({ state: "released" });
  });
});

it("an administrator asks again, except for what matches, until the release", async () => {
  const batch = await propose();
  reply = holder("SAMPLE STRANGER");
  await answer(batch);
  const { askedAt } = await db.nameEnquiry.findFirstOrThrow({ where: { payout: { batchId: batch._id } } });
  const asked = await repeatNameEnquiries(other, batch._id);
  expect(asked.payouts[0]!.nameEnquiry).toMatchObject({ state: "waiting", name: null });
  expect(new Date(asked.payouts[0]!.nameEnquiry!.askedAt).getTime()).toBeGreaterThanOrEqual(
    askedAt.getTime(),
  );
  reply = holder("ADA OBI");
  await answer(batch);
  const matched = await repeatNameEnquiries(other, batch._id);
  expect(matched.payouts[0]!.nameEnquiry).toMatchObject({ state: "matches" });
  await release(batch);
  await expect(repeatNameEnquiries(other, batch._id)).rejects.toMatchObject(conflict(/already released/));
});

it("that another holder was named counts until another answer, also if the enquiry is repeated in vain", async () => {
  const batch = await propose();
  reply = holder("SAMPLE STRANGER");
  await answer(batch);
  expectErrorLog("identity.configuration");
  reply = { status: 402, body: { error: "balance" } };
  for (let repeated = 0; repeated < 2; repeated += 1) {
    await repeatNameEnquiries(other, batch._id);
    await answer(batch);
    expect(await enquiryOf(batch)).toMatchObject({ state: "differs" });
    await expect(release(batch)).rejects.toMatchObject(conflict(/names another holder/));
  }
  reply = holder("ADA OBI");
  await repeatNameEnquiries(other, batch._id);
  await answer(batch);
  expect(await release(batch)).toMatchObject({ state: "released" });
});

it("names and numbers are sealed, and in no audit row", async () => {
  const batch = await propose();
  reply = holder("ADA OBI UNUSUALNAME");
  await answer(batch);
  const row = await db.nameEnquiry.findFirstOrThrow({ where: { payout: { batchId: batch._id } } });
  expect(JSON.stringify(row)).not.toMatch(/UNUSUALNAME|8031234567/);
  const events = await db.auditEvent.findMany({ where: { action: "payout.name_answered" } });
  const own = events.filter(({ data }) => (data as { payoutId?: string }).payoutId === row.payoutId);
  expect(own.map(({ data }) => data)).toEqual([
    { payoutId: row.payoutId, provider: "dojah", outcome: "matches" },
  ]);
});

// Last, because the circuit breaker then makes no calls for ten seconds.
it("a payout is released by two people if the provider cannot be reached, and the batch says so", async () => {
  const batch = await propose();
  reply = { status: 503, body: { error: "down" } };
  await answerInVain(batch);
  expect(await enquiryOf(batch)).toMatchObject({ state: "no_answer", name: null });
  expect(await release(batch)).toMatchObject({ state: "released" });
});
