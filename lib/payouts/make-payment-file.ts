import "server-only";
import type * as z from "zod";
import { recordAct } from "@/lib/acts/record";
import { audit } from "@/lib/audit/audit";
import { lockMoneyAdministrator } from "@/lib/bank/lock-money-administrator";
import { openAccount } from "@/lib/bank/sealed-account";
import { addBusinessDays, isBusinessDay } from "@/lib/calendar/business-day-rules";
import { readHolidays } from "@/lib/calendar/deadlines";
import { transaction } from "@/lib/db/client";
import { databaseDay } from "@/lib/db/database-day";
import { AppError, invalid } from "@/lib/errors";
import { firmAccount } from "@/lib/investments/firm-account";
import { AdvisoryLock, lock } from "@/lib/locks";
import type { Viewer } from "@/lib/viewer";
import { lockBatch } from "./commands";
import { chooseForFile } from "./file-payouts";
import { toCsv, toPain001, type Transfer } from "./payment-file";
import { countDownloads, recordPayeeReads } from "./queries";
import { requireStatements, unreadableAccountError } from "./release-checks";
import { requireNoOpenRestore } from "./restores";
import type { paymentFileSchema } from "./schema";
import { requireNoStoppedAccount } from "./stops";
import { requireBanks, toUploadFile } from "./upload-file";
import { takeUploadTemplate } from "./upload-templates";

export interface PaymentFile {
  type: "csv" | "xlsx" | "xml";
  content: string | Uint8Array<ArrayBuffer>;
}

const isTemplate = (format: string): boolean => format !== "csv" && format !== "pain.001";

/**
 * Creates the payment file of a released batch (`chooseForFile`), with full account numbers. It is audited, and recorded as a read of each
 * investor. Each file has a number of its own. Throws NOT_FOUND, also for the template, VALIDATION_FAILED at `reason` for payouts that an earlier file has, and
 * CONFLICT before the release, after a restore (`readOpenRestore`), if no statement shows the money any longer, or if nothing is left to
 * send, and if no column of the template names the bank of a payout. The route requires a fresh proof of identity.
 */
export async function makePaymentFile(
  viewer: Viewer,
  id: string,
  { format, reason }: z.output<typeof paymentFileSchema>,
): Promise<PaymentFile> {
  const payer = await firmAccount();
  if (!payer) throw new AppError("CONFLICT", "The firm's bank account is not configured");
  const { batch, payouts, template, ...file } = await transaction(async (tx) => {
    await lockMoneyAdministrator(tx, viewer);
    // A concurrent stop of payouts waits, or is read below.
    await lock(tx, AdvisoryLock.payouts);
    const found = await lockBatch(tx, id);
    if (found.state !== "released")
      throw new AppError("CONFLICT", "Release the batch before you download its payment file");
    await requireNoOpenRestore(tx);
    const { chosen, isRepeated } = await chooseForFile(tx, id);
    if (isRepeated && !reason)
      throw invalid(
        "reason",
        "A file of this batch was downloaded before. Explain why you need another one.",
      );
    // Evidence can have been undone since the release.
    await requireStatements(tx, chosen);
    await requireNoStoppedAccount(
      tx,
      chosen.flatMap((payout) => (payout.userId ? [] : (openAccount("payouts", payout) ?? []))),
    );
    const transfers = chosen.map((payout): Transfer => {
      const [{ amount, reference }, account] = [payout, openAccount("payouts", payout)];
      if (!account) throw unreadableAccountError();
      return { amount, reference, ...account };
    });
    const template = isTemplate(format) ? await takeUploadTemplate(tx, format) : null;
    if (template) requireBanks(template, transfers);
    const downloads = await countDownloads(id, tx);
    const subjects = { batch: [id], payout: chosen.map((payout) => payout.id) };
    const act = { kind: "download", actorId: viewer.userId, subjects } as const;
    await recordAct(tx, { ...act, ...(reason && { note: reason }) });
    const data = { batchId: id, format: template?._id ?? format.replace(".", "_") };
    await audit(tx, { actorId: viewer.userId, action: "payout.file_downloaded", targetId: null, data });
    const [today, holidays] = [await databaseDay(tx), await readHolidays(tx)];
    return {
      batch: found,
      payouts: chosen,
      template,
      transfers,
      number: downloads + 1,
      // Banks pay on business days, and reject past ones.
      executionDay: isBusinessDay(today, holidays) ? today : addBusinessDays(today, 1, holidays),
    };
  });
  await recordPayeeReads(
    viewer,
    payouts.map(({ userId }) => userId),
    "export",
  );
  if (template) return { type: template.format, content: await toUploadFile(template, { ...file, payer }) };
  if (format === "csv") return { type: "csv", content: toCsv(file.transfers) };
  return { type: "xml", content: toPain001({ id, at: batch.decidedAt!, payer, ...file }) };
}
