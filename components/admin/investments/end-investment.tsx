"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { Allowed } from "@/components/auth/allowed";
import { awaitsConfirmation } from "@/components/admin/approvals/second-approval";
import { TextField } from "@/components/forms/account-fields";
import { Field } from "@/components/forms/field";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import { endReasons } from "@/lib/acts/reason-labels";
import { call, toApiError } from "@/lib/contract/client";
import { adminInvestments } from "@/lib/investments/admin-api";
import { endSchema, type AdminInvestmentDto, type EndInput } from "@/lib/investments/schema";

interface EndInvestmentProps {
  investment: Pick<AdminInvestmentDto, "_id" | "reference" | "return">;
}

/** Asks another administrator to confirm that an active investment is ended, for a reason. */
export function EndInvestment({ investment }: EndInvestmentProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Allowed to="money.act">
      <Button variant="danger-quiet" className="justify-self-start" onClick={() => setIsAsking(true)}>
        End investment
      </Button>
      {isAsking && <EndDialog investment={investment} onClose={() => setIsAsking(false)} />}
    </Allowed>
  );
}

function EndDialog({ investment, onClose }: EndInvestmentProps & { onClose: () => void }) {
  const router = useRouter();
  const form = useForm<EndInput>({
    resolver: zodResolver(endSchema),
    defaultValues: { reason: "death", note: "" },
  });
  const when =
    investment.return.kind === "fixed"
      ? "and the return accrued until then become due"
      : "becomes due on the last day of the period, with the return or the loss declared for it";
  return (
    <FormDialog
      form={form}
      title={`End investment ${investment.reference}?`}
      description={`Once another administrator has confirmed, the full principal ${when}. There is no charge. The investor is emailed, without the reason.`}
      submitLabel="Send for confirmation"
      submitVariant="danger"
      busyLabel="Sending..."
      onClose={onClose}
      send={async (body) => {
        try {
          await call(adminInvestments.endInvestment, { params: { id: investment._id }, body });
        } catch (error) {
          if (!awaitsConfirmation(toApiError(error))) throw error;
        }
        toast.success("Sent for confirmation");
        onClose();
        router.refresh();
      }}
    >
      <Field label="Reason">
        {(control) => (
          <Select {...control} {...form.register("reason")}>
            {Object.entries(endReasons).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        name="note"
        label="Note"
        rule="What the decision is based on, for later audits."
        maxLength={500}
      />
    </FormDialog>
  );
}
