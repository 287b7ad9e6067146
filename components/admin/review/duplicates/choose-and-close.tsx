"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/dialog";
import type { UserSummaryDto } from "@/lib/users/dto";
import { ChooseAccount } from "./choose-account";
import { CloseAccount } from "./close-account";

type Account = Pick<UserSummaryDto, "_id" | "name" | "companyName" | "email">;

/** Asks which of two accounts of a person continues, then closes the other one. */
export function ChooseAndClose({
  accounts,
  onClose,
}: {
  accounts: readonly [Account, Account];
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isClosing, setIsClosing] = useState(false);
  const goesOn = accounts.find(({ _id }) => _id === chosen);
  const account = accounts.find(({ _id }) => _id !== chosen)!;
  if (isClosing && goesOn) return <CloseAccount account={account} goesOn={goesOn} onClose={onClose} />;
  return (
    <ConfirmDialog
      role="dialog"
      onClose={onClose}
      title="One person, one account"
      description="Both accounts belong to the same person. Choose the one that continues: the other one will be closed."
      confirmLabel="Continue"
      disabled={!goesOn}
      busy={false}
      onConfirm={() => setIsClosing(true)}
    >
      <ChooseAccount
        legend="Which account continues?"
        accounts={accounts}
        chosen={chosen}
        onChosen={setChosen}
      />
    </ConfirmDialog>
  );
}
