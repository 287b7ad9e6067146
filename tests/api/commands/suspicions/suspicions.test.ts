import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exportAudit } from "@/lib/audit/export";
import { decodeKey32, env } from "@/lib/env";
import { publicKeyOf } from "@/lib/audit/head";
import { lagosDay } from "@/lib/dates";
import { collectPersonalData } from "@/lib/account/personal-data";
import { deleteMe } from "@/lib/account/profile-commands";
import { recordReceipt } from "@/lib/bank/manual-receipts";
import { db, transaction } from "@/lib/db/client";
import { requestInvestment } from "@/lib/investments/commands";
import { getReview } from "@/lib/review/review";
import {
  answerSuggestion,
  decideSuspicion,
  deleteOldSuspicions,
  reportSuspicion,
} from "@/lib/suspicions/commands";
import { exportSuspicions, listSuspicions } from "@/lib/suspicions/queries";
import { suspicionDecisionSchema, suspicionListQuery } from "@/lib/suspicions/schema";
import { listSuggestions } from "@/lib/suspicions/suggestions";
import type { Viewer } from "@/lib/viewer";
import { verifyFile } from "../../../../server/commands/audit-verifier";
import {
  auditEventsFor,
  emailsFor,
  userRow,
  verifiedInvestor,
  viewerOnDuty,
} from "../../../support/accounts";
import { openPlan, requestBody, type SamplePlan } from "../../../support/investments";

/** The register of suspicions (product 10.43). */
let officer: Viewer, clerk: Viewer, auditor: Viewer, plan: SamplePlan, customer: Viewer;
beforeAll(async () => {
  [officer, clerk, auditor] = [
    await viewerOnDuty("compliance"),
    await viewerOnDuty("finance"),
    await viewerOnDuty("auditor"),
  ];
  plan = await openPlan();
});
beforeEach(async () => {
  customer = await verifiedInvestor();
});

const REPORT = "Pays from five accounts of other people";
const NOTE = "The accounts belong to the sisters";
const report = (by = clerk) =>
  reportSuspicion(by, { thing: "user", thingId: customer.userId, report: REPORT });
const list = async (state: "open" | "filed" | "dismissed" = "open", viewer = officer) =>
  (await listSuspicions(viewer, suspicionListQuery.parse({ state, limit: 50 }))).suspicions;
const ofCustomer = async (state: "open" | "filed" | "dismissed" = "open") =>
  (await list(state)).find(({ userId }) => userId === customer.userId);
const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream as BodyInit).text();

describe("a report (threat 75)", () => {
  it("reaches those who decide, with 24 hours, and is decided once", async () => {
    const mails = async () =>
      (await emailsFor(officer.userId)).filter(({ template }) => template === "suspicionReported");
    const before = (await mails()).length;
    await report();
    const found = (await ofCustomer())!;
    expect(found).toMatchObject({ report: REPORT, reportedBy: "Dora finance", isLate: false, note: null });
    expect(Date.parse(found.dueAt) - Date.parse(found.reportedAt)).toBe(24 * 3_600_000);
    const [mail, ...others] = (await mails()).slice(before);
    expect(others).toEqual([]);
    expect(JSON.stringify(mail)).not.toContain((await userRow(customer.userId)).name);

    const filed = suspicionDecisionSchema.parse({
      outcome: "filed",
      filing: "str",
      reference: "NFIU-2026-1",
      filedOn: lagosDay(),
      note: NOTE,
    });
    await decideSuspicion(officer, found._id, filed);
    expect(await ofCustomer("filed")).toMatchObject({ reference: "NFIU-2026-1", note: NOTE, state: "filed" });
    await expect(decideSuspicion(officer, found._id, filed)).rejects.toMatchObject({
      code: "ALREADY_DECIDED",
    });
    const csv = await textOf(await exportSuspicions(officer, { state: "filed" }));
    expect(csv).toContain("NFIU-2026-1");
    await expect(
      transaction((tx) => tx.suspicion.update({ where: { id: found._id }, data: { reference: "other" } })),
    ).rejects.toThrow(/never changed/);
  });

  it("is seen by nobody without the right, and stands in nothing about the person", async () => {
    await report(auditor);
    const { _id } = (await ofCustomer())!;
    for (const viewer of [clerk, auditor, await viewerOnDuty("administrator")]) {
      await expect(list("open", viewer)).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(exportSuspicions(viewer, { state: "open" })).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(decideSuspicion(viewer, _id, { outcome: "dismissed", note: NOTE })).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    }
    expect(JSON.stringify(await collectPersonalData(customer.userId))).not.toMatch(/suspici|five accounts/i);
    const review = await getReview(clerk, customer.userId);
    expect(JSON.stringify(review)).not.toMatch(/suspici|five accounts/i);
    expect(JSON.stringify(await auditEventsFor(customer.userId))).not.toMatch(/suspici/);
    expect((await emailsFor(customer.userId)).map(({ template }) => template)).not.toContain(
      "suspicionReported",
    );
  });

  it("outlives the account, with the person in words, until its retention period has passed", async () => {
    const { email } = await userRow(customer.userId);
    await report();
    const { _id } = (await ofCustomer())!;
    await deleteMe(customer);
    expect((await ofCustomer())!.subject).toContain(email);
    await deleteOldSuspicions(new Date(Date.now() + 20 * 366 * 86_400_000));
    expect(await ofCustomer()).toBeDefined();
    await decideSuspicion(officer, _id, { outcome: "dismissed", note: NOTE });
    await deleteOldSuspicions();
    expect(await ofCustomer("dismissed")).toBeDefined();
    await deleteOldSuspicions(new Date(Date.now() + 20 * 366 * 86_400_000));
    expect(await ofCustomer("dismissed")).toBeUndefined();
  });
});

describe("the audit log (threat 75)", () => {
  it("withholds rows about suspicions from an auditor, and still verifies", async () => {
    await report();
    const publicKey = publicKeyOf(decodeKey32(env.AUDIT_SIGNING_KEY));
    const read = async (viewer: Viewer) => {
      const text = await textOf(await exportAudit(viewer));
      const file = path.join(await mkdtemp(path.join(os.tmpdir(), "audit-")), "audit.jsonl");
      await writeFile(file, text);
      return { text, ...(await verifyFile(file, [publicKey])) };
    };
    const withheld = await read(auditor);
    expect(withheld.text).not.toContain("suspicion.");
    expect(withheld.notes).toEqual([expect.stringMatching(/^the contents of \d+ rows were withheld/)]);
    const whole = await read(await viewerOnDutyWithAudit());
    expect(whole.text).toContain("suspicion.reported");
    expect(whole.notes).toEqual([]);
  });
});

/** Only super administrators both read the audit log and decide on suspicions. */
async function viewerOnDutyWithAudit(): Promise<Viewer> {
  const viewer = await viewerOnDuty("administrator");
  await db.user.update({ where: { id: viewer.userId }, data: { isSuper: true } });
  return { ...viewer, isSuper: true };
}

describe("a suggestion", () => {
  it("is made of the sums of a day that reach the threshold, and answered once", async () => {
    const pay = async (naira: bigint) => {
      const amount = String(naira * 100n);
      const { _id } = await requestInvestment(customer, requestBody(plan, amount));
      const bankReference = `S${_id}`.slice(0, 30);
      await recordReceipt(clerk, _id, { bankReference, amount, receivedOn: lagosDay() });
    };
    const own = async () => (await listSuggestions()).filter(({ user }) => user._id === customer.userId);
    await pay(3_000_000n);
    expect(await own()).toEqual([]);
    await pay(2_000_000n);
    const [suggestion, ...others] = await own();
    expect(others).toEqual([]);
    expect(suggestion).toMatchObject({ kind: "reaches", total: "500000000", payments: 2 });
    await answerSuggestion(officer, { key: suggestion!.key, outcome: "dismissed", note: NOTE });
    expect(await own()).toEqual([]);
    expect(await ofCustomer("dismissed")).toMatchObject({ note: NOTE, isSuggestion: true });
    await expect(
      answerSuggestion(officer, { key: suggestion!.key, outcome: "open", note: NOTE }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });
});
