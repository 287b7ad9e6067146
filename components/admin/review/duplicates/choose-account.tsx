"use client";

import type { UserSummaryDto } from "@/lib/users/dto";
import { displayName } from "../../labels";

type Account = Pick<UserSummaryDto, "_id" | "name" | "companyName" | "email">;

interface ChooseAccountProps {
  legend: string;
  /** The account on the page first. */
  accounts: readonly Account[];
  chosen: string | null;
  onChosen: (id: string) => void;
}

/** Asks with which of their accounts a person continues. */
export const ChooseAccount = ({ legend, accounts, chosen, onChosen }: ChooseAccountProps) => (
  <fieldset className="grid gap-2">
    <legend className="mb-1.5 font-medium">{legend}</legend>
    {accounts.map((account, index) => (
      <label key={account._id} className="flex min-h-11 items-center gap-3">
        <input
          type="radio"
          name="goes-on"
          checked={chosen === account._id}
          onChange={() => onChosen(account._id)}
          className="size-5 shrink-0 accent-accent"
        />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {index === 0 ? `This one, ${account.email}` : `${displayName(account)}, ${account.email}`}
        </span>
      </label>
    ))}
  </fieldset>
);
