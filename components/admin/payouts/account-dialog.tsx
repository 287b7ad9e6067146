"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { call } from "@/lib/contract/client";
import { payouts } from "@/lib/contract/endpoints/payouts";
import { formatKobo } from "@/lib/investing/money";
import { payoutAccount, type DueDto } from "@/lib/payments/payouts/schema";

interface AccountDialogProps {
  due: DueDto;
  onClose: () => void;
  onEntered: () => void;
}

/** The account to which a receipt of an unknown sender is sent back. */
export function AccountDialog({ due, onClose, onEntered }: AccountDialogProps) {
  const form = useForm({
    resolver: zodResolver(payoutAccount),
    defaultValues: { bankName: "", accountNumber: "", accountName: "" },
  });
  return (
    <FormDialog
      form={form}
      title={`Account for ${formatKobo(BigInt(due.amount))}`}
      description="The account from which it was paid, as the bank has named it. Whoever releases the payout sees it, too."
      submitLabel="Save account"
      busyLabel="Saving..."
      onClose={onClose}
      send={async (body) => {
        await call(payouts.enterReceiptAccount, { params: { id: due._id }, body });
        toast.success("Account saved");
        onEntered();
      }}
    >
      <TextField name="bankName" label="Bank" autoComplete="off" maxLength={100} />
      <TextField
        name="accountNumber"
        label="Account number"
        rule="10 digits (NUBAN)"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
      />
      <TextField name="accountName" label="Account name" autoComplete="off" maxLength={100} />
    </FormDialog>
  );
}
