import "server-only";
import { lockMoneyAdministrator } from "@/lib/bank/lock-money-administrator";
import { readRows } from "@/lib/bank/readers/read-statement";
import { transaction } from "@/lib/db/client";
import { AppError, invalid } from "@/lib/errors";
import { FormatError } from "@/lib/formats/format-error";
import type { Viewer } from "@/lib/viewer";
import { readBankAnswer } from "./bank-answer-rules";
import { getBatch } from "./queries";
import type { BankAnswerDto } from "./schema";

/**
 * Reads the bank's answer to the payment file of a batch, and changes nothing: a person confirms each rejection. Recorded as a read of each
 * investor. Throws NOT_FOUND, FORBIDDEN, RECENTLY_RESET, CONFLICT for a batch that was not released, and VALIDATION_FAILED at `file` for one
 * that cannot be read or has no reference of a payout in the batch.
 */
export async function readAnswerFile(
  viewer: Viewer,
  id: string,
  bytes: Uint8Array,
): Promise<BankAnswerDto[]> {
  await transaction((tx) => lockMoneyAdministrator(tx, viewer));
  const { state, payouts } = await getBatch(viewer, id);
  if (state !== "released")
    throw new AppError("CONFLICT", "This batch was not released, so the bank has no answer");
  const rows = await readRows(bytes).catch((error: unknown) => {
    throw error instanceof FormatError ? invalid("file", error.message) : error;
  });
  const answers = readBankAnswer(
    rows,
    payouts.map(({ reference }) => reference),
  );
  if (answers.length === 0)
    throw invalid(
      "file",
      "This file has no reference of a payout in this batch. Choose the bank's answer to it.",
    );
  return answers.map(({ reference, status, isRejected }) => {
    const payout = payouts.find((each) => each.reference === reference)!;
    // A payout that is settled can no longer be rejected.
    const isOpen = payout.state === "released";
    return { _id: payout._id, reference, status, isOpen, isRejected: isRejected && isOpen };
  });
}
