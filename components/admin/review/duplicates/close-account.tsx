"use client";

import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { ActionDialog } from "@/components/forms/action-dialog";
import { call } from "@/lib/contract/client";
import { review } from "@/lib/review/api";
import type { UserSummaryDto } from "@/lib/users/dto";
import { adminKeys } from "../../keys";
import { displayName } from "../../labels";

type Account = Pick<UserSummaryDto, "_id" | "name" | "companyName" | "email">;

/** Closes one of a person's accounts in favour of another one (product 10.20). */
export function CloseAccount({
  account,
  goesOn,
  onClose,
}: {
  account: Account;
  goesOn: Account;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const send = async () => {
    try {
      await call(review.closeAccount, { params: { userId: account._id }, body: { goesOn: goesOn._id } });
      toast.success(`${displayName(account)}'s account is closed`);
      onClose();
    } finally {
      void client.invalidateQueries({ queryKey: adminKeys.users });
      for (const { _id } of [account, goesOn])
        void client.invalidateQueries({ queryKey: adminKeys.user(_id) });
    }
  };
  return (
    <ActionDialog
      onClose={onClose}
      title={`Close the account ${account.email}`}
      description={`The person continues with ${goesOn.email}. With this account they can no longer submit a verification or invest. What we owe them is still paid. We email them. Two administrators can reopen it.`}
      confirmLabel="Close this account"
      busyLabel="Closing..."
      tone="danger"
      send={send}
    />
  );
}
