"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { FormDialog } from "@/components/forms/form-dialog";
import { FormFields, formGrid } from "@/components/forms/form-fields";
import { bankAccount } from "@/lib/bank/account-schema";
import { call } from "@/lib/contract/client";
import { formatKobo } from "@/lib/money";
import { payouts } from "@/lib/payouts/api";
import type { DueDto } from "@/lib/payouts/schema";
import { accountName, accountNumber, bankName } from "@/lib/verification/forms/common-fields";

interface AccountDialogProps {
  due: DueDto;
  onClose: () => void;
  onEntered: () => void;
}

/** The account to which a receipt of an unknown sender is sent back. */
export function AccountDialog({ due, onClose, onEntered }: AccountDialogProps) {
  const form = useForm({
    resolver: zodResolver(bankAccount),
    defaultValues: { bankName: "", accountNumber: "", accountName: "" },
  });
  return (
    <FormDialog
      form={form}
      title={`Account for ${formatKobo(BigInt(due.amount))}`}
      description="The account from which it was paid, as the bank has named it. Another administrator has to release it."
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
