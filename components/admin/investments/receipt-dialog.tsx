"use client";

import { useForm, type Resolver } from "react-hook-form";
import { toast } from "sonner";
import { TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { missingOf } from "@/components/investments/investment-words";
import { call } from "@/lib/contract/client";
import { investments } from "@/lib/contract/endpoints/investments";
import { recordReceiptSchema, type AdminInvestmentDto } from "@/lib/investing/investments/schema";
import { formatKobo, parseAmount } from "@/lib/investing/money";

interface Values {
  amount: string;
  bankReference: string;
  receivedOn: string;
}

/** Reads the amount as it was typed; everything else is what the call takes. */
const resolver: Resolver<Values, unknown, Values> = (values) => {
  const amount = parseAmount(values.amount);
  const body = { ...values, amount: "kobo" in amount ? String(amount.kobo) : "1" };
  const result = recordReceiptSchema.safeParse(body);
  const issues = [
    ...("problem" in amount ? [["amount", amount.problem]] : []),
    ...(result.error?.issues.map(({ path, message }) => [path.join("."), message]) ?? []),
  ];
  if (issues.length === 0 && result.success) return { values: result.data, errors: {} };
  // The first problem of each field is shown.
  return {
    values: {},
    errors: Object.fromEntries(
      issues.toReversed().map(([field, message]) => [field, { type: "validate", message }]),
    ),
  };
};

const outcomes = (before: AdminInvestmentDto, after: AdminInvestmentDto): string =>
  before.state !== after.state
    ? "Receipt recorded. The investment is active."
    : after.state === "requested"
      ? `Receipt recorded. ${formatKobo(missingOf(after))} is missing.`
      : "Receipt recorded. It is to be returned.";

interface ReceiptDialogProps {
  investment: AdminInvestmentDto;
  today: string;
  onClose: () => void;
  onRecorded: () => void;
}

/** Records money that has arrived for an investment. */
export function ReceiptDialog({ investment, today, onClose, onRecorded }: ReceiptDialogProps) {
  const { reference, investor, state, amount } = investment;
  const form = useForm<Values, unknown, Values>({
    resolver,
    defaultValues: { amount: "", bankReference: "", receivedOn: today },
  });
  const expected =
    state === "requested"
      ? `${formatKobo(missingOf(investment))} of ${formatKobo(BigInt(amount))} is missing. What is more is to be returned.`
      : "Nothing is to be paid for this investment: all of it is to be returned.";
  return (
    <FormDialog
      form={form}
      title={`Receipt for ${reference}`}
      description={`${investor.name}. ${expected}`}
      submitLabel="Record receipt"
      busyLabel="Recording..."
      onClose={onClose}
      send={async (body) => {
        const { data } = await call(investments.recordReceipt, { params: { id: investment._id }, body });
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
        label="Reference of the bank"
        rule="As the statement shows it. The same reference is recorded once."
        autoComplete="off"
        maxLength={80}
      />
      <TextField name="receivedOn" label="Received on" type="date" max={today} />
    </FormDialog>
  );
}
