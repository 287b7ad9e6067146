"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { toast } from "sonner";
import * as z from "zod";
import { TextField } from "@/components/forms/account-fields";
import { ActionDialog } from "@/components/forms/action-dialog";
import { Form } from "@/components/forms/form";
import { FormFailure } from "@/components/forms/form-failure";
import { typedAmount } from "@/lib/forms/typed";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { call } from "@/lib/contract/client";
import { lagosDay } from "@/lib/dates";
import { investments } from "@/lib/investments/api";
import type { RedemptionDto } from "@/lib/investments/redemption-schema";
import { formatKobo } from "@/lib/money";

const schema = z.object({ amount: typedAmount });

const money = (kobo: string): string => formatKobo(BigInt(kobo));

/** Redeems an amount early: shows payment and charge first, then asks for confirmation (product 10.33). */
export function RedeemInvestment({ id }: { id: string }) {
  const router = useRouter();
  const [preview, setPreview] = useState<RedemptionDto | null>(null);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { amount: "" } });
  const { isSubmitting } = form.formState;
  const show = useSubmit(form, async (query) => {
    const { data } = await call(investments.previewRedemption, { params: { id }, query });
    setPreview(data);
  });
  return (
    <FormProvider {...form}>
      <Form aria-label="Redemption" onSubmit={show} className="grid gap-5">
        <FormFailure />
        <TextField
          name="amount"
          label="Amount to redeem in naira"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          className="max-w-md"
        />
        <div>
          <Button type="submit" variant="secondary" busy={isSubmitting} busyLabel="Calculating...">
            Calculate redemption
          </Button>
        </div>
      </Form>
      {preview && (
        <ActionDialog
          title={`Redeem ${money(preview.amount)}?`}
          description={
            preview.isPending
              ? `It takes effect on ${formatDate(preview.day)}, the last day of the period. Once the return for the period is declared, it is added, or your share of a loss deducted. ${preview.day > lagosDay() ? "You can cancel until the day before." : "You cannot undo this."}`
              : "You cannot undo this."
          }
          confirmLabel="Redeem"
          cancelLabel="Keep it invested"
          busyLabel="Redeeming..."
          tone="danger"
          onClose={() => setPreview(null)}
          send={async () => {
            const { amount, day } = preview;
            await call(investments.redeemInvestment, { params: { id }, body: { amount, day } });
            toast.success(preview.isPending ? "Redemption requested" : "Investment redeemed");
            setPreview(null);
            form.reset();
            router.refresh();
          }}
        >
          <DescriptionList
            items={[
              ...(preview.isPending ? [{ label: "Takes effect", value: formatDate(preview.day) }] : []),
              { label: "Principal repaid", value: money(preview.principal) },
              { label: "Charge", value: money(preview.charge) },
              ...(preview.isPending
                ? [{ label: "Due to you, without return or loss", value: money(preview.total) }]
                : [
                    { label: "Return after tax", value: money(preview.net) },
                    { label: "Due to you", value: money(preview.total) },
                  ]),
              { label: "Remaining investment", value: money(preview.remaining) },
            ]}
          />
        </ActionDialog>
      )}
    </FormProvider>
  );
}
