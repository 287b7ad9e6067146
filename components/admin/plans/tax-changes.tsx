"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm, type Resolver } from "react-hook-form";
import { toast } from "sonner";
import { TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { call } from "@/lib/contract/client";
import { plans } from "@/lib/contract/endpoints/plans";
import { taxChangeSchema, type TaxChangeDto } from "@/lib/investing/life/schema";
import { formatRate, parseRate } from "@/lib/rates";

interface Values {
  rate: string;
  from: string;
}

const resolver: Resolver<Values, unknown, Values> = (values) => {
  const { error } = taxChangeSchema.safeParse({ ...values, rate: parseRate(values.rate) });
  if (!error) return { values, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(
      error.issues.map(({ path, message }) => [path.join("."), { type: "validate", message }]),
    ),
  };
};

interface TaxChangesProps {
  changes: readonly TaxChangeDto[];
  /** Only super administrators change the tax. */
  canChange: boolean;
  today: string;
}

/** The rate of withholding tax of all investments, by day (product 10.33). */
export function TaxChanges({ changes, canChange, today }: TaxChangesProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card>
      <CardHeading title="Withholding tax">
        A change applies to all returns that are due from its day on. Before the first one, the rate is that
        of each plan.
      </CardHeading>
      {changes.length > 0 && (
        <ul aria-label="Changes of tax" className="mt-4 text-sm text-muted">
          {changes.map(({ from, rate, changedAt }) => (
            <li key={changedAt} className="py-0.5 figures">
              {`From ${formatDate(from)}: ${formatRate(rate)}`}
            </li>
          ))}
        </ul>
      )}
      {canChange && (
        <div className="mt-5">
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            Change tax
          </Button>
        </div>
      )}
      {isOpen && <ChangeTax today={today} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

function ChangeTax({ today, onClose }: { today: string; onClose: () => void }) {
  const router = useRouter();
  const form = useForm<Values, unknown, Values>({ resolver, defaultValues: { rate: "", from: today } });
  return (
    <FormDialog
      form={form}
      title="Change the withholding tax"
      description="It applies to all plans and cannot be undone, only changed again."
      submitLabel="Change tax"
      busyLabel="Saving..."
      onClose={onClose}
      send={async ({ rate, from }) => {
        await call(plans.changeTax, { body: { from, rate: parseRate(rate)! } });
        toast.success("Tax changed");
        onClose();
        router.refresh();
      }}
    >
      <TextField name="rate" label="Rate in percent" inputMode="decimal" autoComplete="off" maxLength={8} />
      <TextField name="from" label="From" type="date" min={today} />
    </FormDialog>
  );
}
