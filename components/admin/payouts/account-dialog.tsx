"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { FormDialog } from "@/components/forms/form-dialog";
import { FormFields, formGrid } from "@/components/forms/form-fields";
import { bankAccount } from "@/lib/bank/account-schema";
import { call } from "@/lib/contract/client";
import { formatKobo } from "@/lib/money";
import { accountName, accountNumber, bankName } from "@/lib/onboarding/forms/common-form";
import { payouts } from "@/lib/payouts/api";
import type { DueDto } from "@/lib/payouts/schema";
import { senderLabel } from "./payout-labels";

interface AccountDialogProps {
  due: DueDto;
  onClose: () => void;
  onEntered: () => void;
}

/** Enters the account for a refund to an unknown sender. */
export function AccountDialog({ due, onClose, onEntered }: AccountDialogProps) {
  const form = useForm({
    resolver: zodResolver(bankAccount),
    defaultValues: { bankName: "", accountNumber: "", accountName: "" },
  });
  return (
    <FormDialog
      form={form}
      title={`Account for the refund of ${formatKobo(BigInt(due.amount))}`}
      description={
        <>
          {due.line && (
            <span className="mb-2 block [overflow-wrap:anywhere] text-ink">{senderLabel(due.line)}</span>
          )}
          <span>
            Enter the account the payment came from, as shown by the bank. Another administrator must release
            the refund.
          </span>
        </>
      }
      submitLabel="Save account"
      busyLabel="Saving..."
      onClose={onClose}
      send={async (body) => {
        await call(payouts.enterReceiptAccount, { params: { id: due._id }, body });
        toast.success("Account saved");
        onEntered();
      }}
    >
      <div className={formGrid}>
        <FormFields fields={{ bankName, accountNumber, accountName }} />
      </div>
    </FormDialog>
  );
}
