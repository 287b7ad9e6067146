"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { typedAmount } from "@/lib/forms/typed";
import { outstandingAmount } from "@/components/investments/investment-words";
import { isolate } from "@/lib/bidi";
import { recordReceiptSchema } from "@/lib/bank/schema";
import { call } from "@/lib/contract/client";
import { bank } from "@/lib/bank/api";
import type { AdminInvestmentDto } from "@/lib/investments/schema";
import { formatKobo } from "@/lib/money";

const schema = recordReceiptSchema.extend({ amount: typedAmount });

const outcomes = (before: AdminInvestmentDto, after: AdminInvestmentDto): string =>
  before.state !== after.state
    ? "Receipt recorded. The investment is active."
    : after.state === "requested"
      ? `Receipt recorded. ${formatKobo(outstandingAmount(after))} is outstanding.`
      : "Receipt recorded. The amount is queued as a refund.";

interface ReceiptDialogProps {
  investment: AdminInvestmentDto;
  today: string;
  onClose: () => void;
  onRecorded: () => void;
}

/** Records a manual receipt for an investment. */
export function ReceiptDialog({ investment, today, onClose, onRecorded }: ReceiptDialogProps) {
  const { reference, investor, state, amount } = investment;
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { amount: "", bankReference: "", receivedOn: today },
  });
  const expected =
    state === "requested"
      ? `${formatKobo(outstandingAmount(investment))} of ${formatKobo(BigInt(amount))} is outstanding. Any excess will be refunded.`
      : "Nothing is outstanding for this investment: the full amount will be refunded.";
  return (
    <FormDialog
      form={form}
      title={`Receipt for ${reference}`}
      description={`${isolate(investor.name)}. ${expected}`}
      submitLabel="Record receipt"
      busyLabel="Recording..."
      onClose={onClose}
      send={async (body) => {
        const { data } = await call(bank.recordReceipt, { params: { id: investment._id }, body });
        toast.success(outcomes(investment, data));
        onRecorded();
      }}
    >
      <TextField
        name="amount"
        label="Amount in naira"
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
      />
      <TextField
        name="bankReference"
        label="Bank reference"
        rule="As shown on the bank statement. Each reference can be recorded only once."
        autoComplete="off"
        maxLength={80}
      />
      <TextField name="receivedOn" label="Received on" type="date" max={today} />
    </FormDialog>
  );
}
