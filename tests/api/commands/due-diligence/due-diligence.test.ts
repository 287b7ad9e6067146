import { beforeAll, describe, expect, it } from "vitest";
import { collectPersonalData } from "@/lib/account/personal-data";
import { confirmProposal } from "@/lib/administration/confirmation";
import { db, transaction } from "@/lib/db/client";
import { getDraft, saveDraft } from "@/lib/due-diligence/drafts";
import { getForm, listForms } from "@/lib/due-diligence/queries";
import { readOwnForm } from "@/lib/due-diligence/requirement";
import { retainDueDiligence } from "@/lib/due-diligence/retention";
import { requestInvestment } from "@/lib/investments/commands";
import { openRetainedBody } from "@/lib/onboarding/retention/retained-records";
import { listUsers } from "@/lib/users/admin-queries";
import { eraseUser } from "@/lib/users/erasure";
import { revealNumber } from "@/lib/review/decisions/reveal";
import type { Viewer } from "@/lib/viewer";
import { auditEventsFor, emailsFor, reviewer, viewerOnDuty } from "../../../support/accounts";
import { customer, decide, send } from "../../../support/due-diligence";
import { openPlan, requestBody } from "../../../support/investments";

/** The due diligence form before the first investment (product 10.41, ADR 48). */
let staff: Viewer, senior: Viewer;
beforeAll(async () => {
  [staff, senior] = [await reviewer(), await reviewer(true)];
});
const invest = async (by: Viewer) => requestInvestment(by, requestBody(await openPlan()));
const actionsOf = async ({ userId }: Viewer) =>
  (await auditEventsFor(userId)).map(({ action }) => action).filter((action) => !action.startsWith("user."));

describe("the first investment (threat 74)", () => {
  it("can be requested only once the newest form is approved", async () => {
    const by = await customer();
    const refusal = (state: string) => ({
      code: "CONFLICT",
      details: { data: { missing: "due_diligence", state } },
    });
    await expect(invest(by)).rejects.toMatchObject(refusal("none"));
    const first = await send(by);
    await expect(send(by)).rejects.toMatchObject({ code: "ALREADY_SUBMITTED" });
    await expect(invest(by)).rejects.toMatchObject(refusal("sent"));
    await decide(staff, first, "changes_requested");
    expect(await readOwnForm(by)).toMatchObject({
      state: "changes_requested",
      reason: "Add the third owner.",
    });
    await expect(invest(by)).rejects.toMatchObject(refusal("changes_requested"));
    const second = await send(by);
    await expect(decide(staff, first)).rejects.toMatchObject({ code: "CONFLICT" });
    await decide(staff, second);
    await invest(by);
    expect((await emailsFor(by.userId)).map(({ template }) => template)).toEqual([
      "dueDiligenceReturned",
      "dueDiligenceApproved",
      "investmentRequested",
    ]);
    expect(await actionsOf(by)).toEqual([
      "submission.submitted",
      "submission.approved",
      "due_diligence.sent",
      "due_diligence.changes_requested",
      "due_diligence.sent",
      "due_diligence.approved",
    ]);
    // Owners may change: an approved form can be returned, and what exists goes on.
    await decide(staff, second, "changes_requested", { expectedState: "approved" });
    await expect(invest(by)).rejects.toMatchObject(refusal("changes_requested"));
  });

  it("is decided once: of two decisions, the later one is told", async () => {
    const id = await send(await customer());
    const both = await Promise.allSettled([decide(staff, id), decide(senior, id, "changes_requested")]);
    const codes = both.flatMap((one) =>
      one.status === "rejected" ? [(one.reason as { code: string }).code] : [],
    );
    expect(codes).toEqual(["ALREADY_DECIDED"]);
  });
});

describe("the Tax ID (threat 74)", () => {
  it("is sealed and masked, revealed only on the record, and found by administrators", async () => {
    const by = await customer();
    const taxId = `9${String(Date.now()).slice(-9)}001`;
    await saveDraft(by, { values: { taxId: `${taxId.slice(0, 8)}-${taxId.slice(8)}` }, savedAt: null });
    const masked = `•••••••••${taxId.slice(-4)}`;
    expect((await getDraft(by))?.values).toMatchObject({ taxId: masked });
    // The form sends the mask back.
    const saved = await getDraft(by);
    await saveDraft(by, {
      values: { taxId: masked, occupation: "Trader" },
      savedAt: new Date(saved!.savedAt),
    });
    expect((await getDraft(by))?.values).toMatchObject({ taxId: masked, occupation: "Trader" });
    await expect(saveDraft(by, { values: {}, savedAt: new Date(saved!.savedAt) })).rejects.toMatchObject({
      code: "DRAFT_CHANGED",
    });
    const id = await send(by, { taxId });
    const rows = await db.$queryRaw<{ row: string }[]>`
      SELECT d::text AS row FROM due_diligence AS d WHERE user_id = ${by.userId}::uuid
      UNION ALL SELECT d::text FROM due_diligence_drafts AS d WHERE user_id = ${by.userId}::uuid`;
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(taxId);
    expect((await getForm(staff, id)).answers.taxId).toBe(masked);
    const reveal = { field: "dueDiligence.taxId", reason: "identity_check", note: undefined } as const;
    expect((await revealNumber(staff, by.userId, reveal)).value).toBe(taxId);
    expect((await auditEventsFor(by.userId)).at(-1)).toMatchObject({ action: "pii.revealed" });
    for (const q of [taxId, `${taxId.slice(0, 8)}-${taxId.slice(8)}`]) {
      const { users } = await listUsers(staff, { q, page: 1, limit: 20 } as never);
      expect(users.map(({ _id }) => _id)).toEqual([by.userId]);
    }
  });

  it("of another customer needs a second person", async () => {
    const [one, other] = [await customer(), await customer()];
    const taxId = `8${String(Date.now()).slice(-9)}`;
    await send(one, { taxId });
    const id = await send(other, { taxId });
    expect((await getForm(staff, id)).findings).toMatchObject([{ kind: "tax_id", needsSecondPerson: true }]);
    await expect(decide(staff, id)).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
  });
});

describe("a serious finding (threat 74)", () => {
  const pep = { pep: "self", pepDetails: "Minister until 2019" } as const;
  const proposalOf = ({ userId: targetId }: Viewer) => db.proposal.findFirstOrThrow({ where: { targetId } });

  it("needs a second person, also while second approval is off", async () => {
    const by = await customer();
    const id = await send(by, pep);
    await expect(decide(staff, id, "approved", { seen: [] })).rejects.toMatchObject({
      code: "CONFLICT",
      details: {
        data: {
          findings: [
            expect.stringMatching(/^Rated high: .*holds a public office/),
            "The customer holds, or held, a senior public office.",
          ],
        },
      },
    });
    await expect(decide(senior, id)).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    const proposal = await proposalOf(by);
    await expect(confirmProposal(senior, proposal.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(confirmProposal(staff, proposal.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(invest(by)).rejects.toMatchObject({ code: "CONFLICT" });
    await confirmProposal(await reviewer(true), proposal.id);
    expect(await readOwnForm(by)).toMatchObject({ state: "approved" });
    await invest(by);
  });

  it("outlives the answer: a later version without the office needs two, and a high rating a super administrator", async () => {
    const by = await customer();
    await decide(staff, await send(by, pep), "changes_requested");
    const id = await send(by);
    expect((await getForm(staff, id)).findings).toMatchObject([
      { kind: "risk", needsSecondPerson: true },
      { kind: "pep", key: "pep:earlier", needsSecondPerson: true },
    ]);
    await expect(decide(senior, id)).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    const { id: proposalId } = await proposalOf(by);
    await expect(confirmProposal(await viewerOnDuty("senior_reviewer"), proposalId)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("that is new is not covered by a proposal, and a decision ends the proposal", async () => {
    const by = await customer();
    const id = await send(by, pep);
    await expect(decide(senior, id)).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    const { id: proposalId } = await proposalOf(by);
    const { taxIdIndex } = await db.dueDiligence.findUniqueOrThrow({ where: { id } });
    const other = await send(await customer());
    await db.dueDiligence.update({ where: { id: other }, data: { taxIdIndex } });
    await expect(confirmProposal(await reviewer(true), proposalId)).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect((await proposalOf(by)).state).toBe("failed");
    await expect(decide(senior, id)).rejects.toMatchObject({ code: "CONFIRMATION_REQUIRED" });
    await decide(staff, id, "changes_requested");
    expect(await db.proposal.count({ where: { targetId: by.userId, state: "pending" } })).toBe(0);
  });

  it("is not a large amount: that is a question", async () => {
    const id = await send(await customer(), { expectedAmount: "10000000100" });
    expect((await getForm(staff, id)).findings).toMatchObject([{ kind: "amount", needsSecondPerson: false }]);
    expect(await decide(staff, id)).toMatchObject({ state: "approved" });
  });
});

it("reading the forms is recorded, and a reviewer decides on no relative", async () => {
  const by = await customer();
  const id = await send(by);
  const reads = async () => (await actionsOfReads(by)).length;
  const { forms } = await listForms(staff, { state: "sent", limit: 100 });
  expect(forms.map(({ _id }) => _id)).toContain(id);
  expect(await reads()).toBe(1);
  const { phone } = await db.user.findUniqueOrThrow({ where: { id: by.userId } });
  const relative = await reviewer();
  await db.user.update({ where: { id: relative.userId }, data: { phone } });
  await expect(decide(relative, id)).rejects.toMatchObject({ code: "CONFLICT" });
});
const actionsOfReads = async ({ userId }: Viewer) =>
  (await auditEventsFor(userId)).filter(({ action }) => action === "user.viewed");

it("the archive contains the form, and its erasure leaves a sealed record", async () => {
  const by = await customer("corporate");
  const id = await send(by);
  await decide(staff, id);
  const { taxIdIndex: _, ...row } = await db.dueDiligence.findUniqueOrThrow({ where: { id } });
  const { data } = await collectPersonalData(by.userId);
  expect(data).toMatchObject({
    dueDiligence: { forms: [{ state: "approved", owners: [{ role: "Director and owner", share: 10_000 }] }] },
  });
  await transaction(async (tx) => {
    await retainDueDiligence(tx, by.userId);
    await eraseUser(tx, by.userId, by.userId);
  });
  expect(await db.dueDiligence.count({ where: { id: row.id } })).toBe(0);
  const records = await db.retainedRecord.findMany({ where: { userId: by.userId } });
  const bodies = records.map(openRetainedBody);
  expect(bodies.flatMap(({ dueDiligence = [] }) => dueDiligence)).toMatchObject([
    { state: "approved", ownersTotal: 10_000 },
  ]);
});
