"use client";

import { useState, type ReactNode } from "react";
import { useForm, type FieldValues, type UseFormReturn } from "react-hook-form";
import { toast } from "sonner";
import { TextField } from "@/components/forms/account-fields";
import { Field } from "@/components/forms/field";
import { FormDialog } from "@/components/forms/form-dialog";
import { Select } from "@/components/ui/input";
import { bank } from "@/lib/bank/api";
import { guessCategory } from "@/lib/bank/category-guess-rules";
import type { DecidedDto, DecideLinesInput, LineDto } from "@/lib/bank/schema";
import { call } from "@/lib/contract/client";
import {
  allowsDirection,
  categories,
  categoryNames,
  directionOf,
  type Category,
} from "@/lib/ledger/category-rules";
import { formatKobo } from "@/lib/money";
import { countLines, decidedContent } from "./decided-lines";

interface DialogProps {
  lines: readonly LineDto[];
  onClose: () => void;
  onDecided: () => void;
}

interface DecideLinesDialogProps<Values extends FieldValues> extends DialogProps {
  form: UseFormReturn<Values>;
  title: string;
  description: string;
  submitLabel: string;
  disabled?: boolean;
  toDecision: (values: Values) => DecideLinesInput["decision"];
  children: ReactNode;
}

/** Makes the same decision about lines. If some could not be decided, shows which. */
export function DecideLinesDialog<Values extends FieldValues>({
  lines,
  onDecided,
  toDecision,
  ...dialog
}: DecideLinesDialogProps<Values>) {
  const [decided, setDecided] = useState<DecidedDto | null>(null);
  return (
    <FormDialog
      {...dialog}
      busyLabel="Deciding..."
      result={decided && decidedContent(decided, lines)}
      send={async (values) => {
        const { data } = await call(bank.decideLines, {
          body: {
            lines: lines.map(({ _id, amount }) => ({ _id, amount })),
            decision: toDecision(values),
          },
        });
        onDecided();
        if (data.skipped.length > 0) return setDecided(data);
        toast.success(`${countLines(data.count)} decided`);
        dialog.onClose();
      }}
    />
  );
}

/** Books the selected lines as a category. */
export function BookLinesDialog({ lines, ...props }: DialogProps) {
  const allowed = categoryNames.filter((name) =>
    lines.every(({ amount }) => allowsDirection(name, directionOf(BigInt(amount)))),
  );
  const guesses = lines.map((line) => (line.amount.startsWith("-") ? guessCategory(line) : null));
  const [guess] = guesses;
  const as = guess && guesses.every((each) => each === guess) ? guess : allowed[0];
  const form = useForm<{ as: Category; note: string }>({ defaultValues: { as, note: "" } });
  return (
    <DecideLinesDialog
      {...props}
      lines={lines}
      form={form}
      title={`Book ${countLines(lines.length)}`}
      description="Each line is booked by itself, so that each can be undone alone. Lines that need a second administrator are left out."
      submitLabel={`Book ${countLines(lines.length)}`}
      toDecision={({ as, note }) => ({ kind: "book", as, note })}
    >
      <Field label="Book as">
        {(control) => (
          <Select {...control} {...form.register("as")}>
            {allowed.map((name) => (
              <option key={name} value={name}>
                {categories[name].label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField name="note" label="Note" optional maxLength={500} />
    </DecideLinesDialog>
  );
}

/** Leaves the selected lines out of the ledger. */
export function IgnoreLinesDialog({ lines, ...props }: DialogProps) {
  const form = useForm<{ reason: string }>({ defaultValues: { reason: "" } });
  return (
    <DecideLinesDialog
      {...props}
      lines={lines}
      form={form}
      title={`Ignore ${countLines(lines.length)}`}
      description="They are left out of the ledger, for example if the bank booked them by mistake and reversed them."
      submitLabel={`Ignore ${countLines(lines.length)}`}
      toDecision={({ reason }) => ({ kind: "ignore", reason })}
    >
      <TextField name="reason" label="Reason" rule="Explain the decision for later audits." maxLength={500} />
    </DecideLinesDialog>
  );
}

/** Queues refunds of the selected lines. */
export function RefundLinesDialog({ lines, ...props }: DialogProps) {
  return (
    <DecideLinesDialog
      {...props}
      lines={lines}
      form={useForm()}
      title={`Refund ${countLines(lines.length)}`}
      description="Each amount is queued as a refund, for a second administrator to release. A line with the reference of an investor is refunded to them. For any other, an administrator enters the sender's account under Payouts."
      submitLabel={`Refund ${countLines(lines.length)}`}
      toDecision={() => ({ kind: "refund" })}
    >
      <p className="font-medium figures">
        {formatKobo(lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n))}
      </p>
    </DecideLinesDialog>
  );
}
