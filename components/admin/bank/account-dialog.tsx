"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { awaitsConfirmation } from "@/components/admin/approvals/second-approval";
import { TextField } from "@/components/forms/account-fields";
import { CheckboxField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { bankAccountInput, type BankAccountDto, type BankAccountInput } from "@/lib/bank/account-schema";
import { bank } from "@/lib/bank/api";
import { call, toApiError } from "@/lib/contract/client";

interface AccountDialogProps {
  /** Null for a new account. */
  account: BankAccountDto | null;
  onClose: () => void;
}

/** Asks another super administrator to confirm a new bank account, or a change of one. */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const form = useForm<BankAccountInput>({
    resolver: zodResolver(bankAccountInput),
    defaultValues: {
      bank: account?.bank ?? "",
      number: account?.number ?? "",
      name: account?.name ?? "",
      receives: account?.receives ?? false,
    },
  });
  return (
    <FormDialog
      form={form}
      title={account ? `Change ${account.bank}, ${account.number}` : "Add a bank account"}
      description="Another super administrator compares it with the bank's letter and confirms it."
      submitLabel="Ask for confirmation"
      busyLabel="Asking..."
      onClose={onClose}
      send={async (body) => {
        try {
          await (account
            ? call(bank.changeBankAccount, { params: { id: account._id }, body })
            : call(bank.addBankAccount, { body }));
        } catch (error) {
          if (!awaitsConfirmation(toApiError(error))) throw error;
          toast.success("Sent for confirmation");
        }
        onClose();
      }}
    >
      <TextField name="bank" label="Bank" autoComplete="off" maxLength={100} />
      <TextField
        name="number"
        label="Account number"
        rule="10 digits"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
      <TextField
        name="name"
        label="Account name"
        rule="As the bank keeps it."
        autoComplete="off"
        maxLength={100}
      />
      <CheckboxField name="receives" label="Investors transfer their money to this account" />
    </FormDialog>
  );
}
