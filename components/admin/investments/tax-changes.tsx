"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { awaitsConfirmation } from "@/components/admin/approvals/second-approval";
import { TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { typedRate } from "@/lib/forms/typed";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { call, toApiError } from "@/lib/contract/client";
import { adminInvestments } from "@/lib/investments/admin-api";
import { taxChangeSchema, type TaxChangeDto } from "@/lib/investments/returns-schema";
import { formatRate } from "@/lib/rates";

const schema = taxChangeSchema.extend({ rate: typedRate().pipe(taxChangeSchema.shape.rate) });

interface TaxChangesProps {
  changes: readonly TaxChangeDto[];
  /** Only super administrators can change the rate. */
  canChange: boolean;
  today: string;
}

/** Shows the withholding tax rates of all investments, by first day (product 10.33). */
export function TaxChanges({ changes, canChange, today }: TaxChangesProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card>
      <CardHeading title="Withholding tax">
        A change applies to all returns due from its first day. Until the first change, each plan&apos;s own
        rate applies.
      </CardHeading>
      {changes.length > 0 && (
        <ul aria-label="Tax changes" className="mt-4 text-sm text-muted">
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
            Change tax rate
          </Button>
        </div>
      )}
      {isOpen && <ChangeTax today={today} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

function ChangeTax({ today, onClose }: { today: string; onClose: () => void }) {
  const router = useRouter();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { rate: "", from: today } });
  return (
    <FormDialog
      form={form}
      title="Change the withholding tax rate"
      description="It applies to all plans, once another administrator has confirmed it. You cannot undo it, only change it again."
      submitLabel="Change tax rate"
      busyLabel="Saving..."
      onClose={onClose}
      send={async (body) => {
        try {
          await call(adminInvestments.changeTax, { body });
        } catch (error) {
          if (!awaitsConfirmation(toApiError(error))) throw error;
          toast.success("Sent for confirmation");
          onClose();
          router.refresh();
        }
      }}
    >
      <TextField name="rate" label="Rate in percent" inputMode="decimal" autoComplete="off" maxLength={8} />
      <TextField name="from" label="From" type="date" min={today} />
    </FormDialog>
  );
}
