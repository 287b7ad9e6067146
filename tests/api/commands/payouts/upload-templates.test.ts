import readExcel from "read-excel-file/universal";
import { beforeAll, describe, expect, it } from "vitest";
import { refundLine } from "@/lib/bank/commands";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { readAnswerFile } from "@/lib/payouts/bank-answer";
import { enterReceiptAccount, proposeBatch, releaseBatch } from "@/lib/payouts/commands";
import { makePaymentFile } from "@/lib/payouts/make-payment-file";
import type { BatchDetailDto } from "@/lib/payouts/schema";
import { matchPayouts, rejectPayout } from "@/lib/payouts/settlement";
import type { UploadTemplateInput } from "@/lib/payouts/upload-template-schema";
import {
  listUploadTemplates,
  removeUploadTemplate,
  saveUploadTemplate,
} from "@/lib/payouts/upload-templates";
import type { Viewer } from "@/lib/viewer";
import { reviewer } from "../../../support/accounts";
import { importOneLine } from "../../../support/statements";

/** Payment files in the columns of a bank, and the bank's answer to them (product 10.34). */
let staff: Viewer;
let other: Viewer;
beforeAll(async () => {
  [staff, other] = [await reviewer(), await reviewer()];
});

const templateOf = (name: string, changes: Partial<UploadTemplateInput> = {}): UploadTemplateInput => ({
  name,
  format: "xlsx",
  hasHeadings: true,
  columns: (["account_number", "nip_code", "amount", "reference"] as const).map((field) => ({
    field,
    heading: field,
    text: "",
  })),
  ...changes,
});
const add = async (name: string, changes?: Partial<UploadTemplateInput>) =>
  (await saveUploadTemplate(staff, null, templateOf(name, changes))).find((each) => each.name === name)!;
const unique = (name: string) => `${name} ${uuidv7()}`;

/** Releases refunds to unknown senders. */
async function release(amounts: readonly bigint[]): Promise<BatchDetailDto> {
  const ids: string[] = [];
  for (const amount of amounts) {
    const lineId = await importOneLine(other, amount);
    await refundLine(staff, lineId);
    const { id } = await db.amountDue.findFirstOrThrow({ where: { lineId } });
    await enterReceiptAccount(staff, id, {
      bankName: "OPay",
      accountNumber: "0123456789",
      accountName: "Ada Obi",
    });
    ids.push(id);
  }
  const total = String(amounts.reduce((sum, amount) => sum + amount, 0n));
  return releaseBatch(other, (await proposeBatch(staff, { ids, total }))._id);
}

const statesOf = async ({ _id }: BatchDetailDto) =>
  (await db.payout.findMany({ where: { batchId: _id }, orderBy: { id: "asc" } })).map(({ state }) => state);

describe("an upload template", () => {
  it("gives the payment file its columns, and is offered first from then on", async () => {
    const [first, second] = [await add(unique("First")), await add(unique("Second"))];
    const batch = await release([100n, 250n]);
    const { type, content } = await makePaymentFile(other, batch._id, { format: second._id });
    expect(type).toBe("xlsx");
    const [sheet] = await readExcel((content as Uint8Array<ArrayBuffer>).slice().buffer);
    expect(sheet!.data).toEqual([
      ["account_number", "nip_code", "amount", "reference"],
      ...batch.payouts.map(({ reference, amount }) => [
        "0123456789",
        "100004",
        amount === "100" ? "1.00" : "2.50",
        reference,
      ]),
    ]);
    expect((await listUploadTemplates())[0]!._id).toBe(second._id);
    const again = { format: first._id, reason: "The bank wants another format" };
    await makePaymentFile(other, batch._id, again);
    expect((await listUploadTemplates())[0]!._id).toBe(first._id);
    const events = await db.auditEvent.findMany({ where: { action: "payout.file_downloaded" } });
    const formats = events.flatMap(({ data }) => {
      const { batchId, format } = data as { batchId: string; format: string };
      return batchId === batch._id ? format : [];
    });
    expect(formats.toSorted()).toEqual([first._id, second._id].toSorted());
  });

  it("that does not exist, or was removed, makes no file and is no download", async () => {
    const template = await add(unique("Removed"));
    const batch = await release([100n]);
    await removeUploadTemplate(staff, template._id);
    await expect(makePaymentFile(other, batch._id, { format: template._id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(
      await db.moneyAct.count({ where: { kind: "download", subjects: { some: { id: batch._id } } } }),
    ).toBe(0);
    await expect(removeUploadTemplate(staff, template._id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("has a name of its own; each change is audited", async () => {
    const [one, two] = [await add(unique("One")), await add(unique("Two"))];
    await expect(saveUploadTemplate(staff, two._id, templateOf(one.name))).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    const saved = await saveUploadTemplate(staff, two._id, templateOf(two.name, { format: "csv" }));
    expect(saved.find(({ _id }) => _id === two._id)).toMatchObject({ name: two.name, format: "csv" });
    await expect(saveUploadTemplate(staff, uuidv7(), templateOf(unique("X")))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const where = { action: "upload_template.changed", targetId: two._id, actorId: staff.userId };
    expect(await db.auditEvent.count({ where })).toBe(2);
  });
});

describe("the bank's answer", () => {
  const csv = (...rows: (readonly string[])[]) =>
    Buffer.from([["Narration", "Status", "Reason"], ...rows].map((row) => row.join()).join("\n"));

  it("proposes rejections and changes nothing; settled payouts are no longer rejected", async () => {
    const batch = await release([111n, 222n, 333n]);
    const [first, second, third] = batch.payouts.toSorted((a, b) => Number(a.amount) - Number(b.amount));
    const line = await importOneLine(other, -333n, { text: third!.reference });
    await matchPayouts(staff, line, [third!._id]);
    const before = await statesOf(batch);
    const answers = await readAnswerFile(
      other,
      batch._id,
      csv(
        [first!.reference, "Successful", ""],
        [second!.reference, "Failed", "Invalid account"],
        [third!.reference, "Failed", "Reversed"],
      ),
    );
    expect(answers).toEqual([
      { _id: first!._id, reference: first!.reference, status: "Successful", isOpen: true, isRejected: false },
      {
        _id: second!._id,
        reference: second!.reference,
        status: "Failed, Invalid account",
        isOpen: true,
        isRejected: true,
      },
      {
        _id: third!._id,
        reference: third!.reference,
        status: "Failed, Reversed",
        isOpen: false,
        isRejected: false,
      },
    ]);
    expect(await statesOf(batch)).toEqual(before);
    await rejectPayout(staff, second!._id);
    expect((await db.payout.findUniqueOrThrow({ where: { id: second!._id } })).state).toBe("returned");
  });

  it("to another batch, or that is no table, is refused", async () => {
    const [batch, another] = [await release([100n]), await release([100n])];
    for (const bytes of [
      csv([another.payouts[0]!.reference, "Failed", ""]),
      Buffer.from("<Document/>"),
      Buffer.from([0x50, 0x4b, 3, 4, 5]),
    ])
      await expect(readAnswerFile(other, batch._id, bytes)).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
      });
  });
});
