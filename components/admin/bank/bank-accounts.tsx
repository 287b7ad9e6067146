"use client";

import { Landmark, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Allowed } from "@/components/auth/allowed";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import type { BankAccountDto } from "@/lib/bank/account-schema";
import { formatExact } from "@/lib/money";
import { paths } from "@/lib/routes/paths";

/** Lazily loaded. */
const AccountDialog = dynamic(() => import("./account-dialog").then((module) => module.AccountDialog), {
  ssr: false,
});

/** Shows the firm's bank accounts with their balances (product 10.32). */
export function BankAccounts({ accounts }: { accounts: readonly BankAccountDto[] }) {
  /** The account that is changed; null for a new one. */
  const [edited, setEdited] = useState<BankAccountDto | null | undefined>();
  return (
    <section className="grid gap-6">
      <PageHeading
        title="Bank accounts"
        aside={
          <Allowed to="super">
            <Button icon={<Plus aria-hidden className="size-5" />} onClick={() => setEdited(null)}>
              Add account
            </Button>
          </Allowed>
        }
      >
        The firm&rsquo;s accounts. Each has the balance of its last imported statement.
      </PageHeading>
      {accounts.length === 0 && (
        <EmptyState title="No bank account yet" icon={<Landmark className="size-6" />}>
          Statements can be imported once an account is added and another super administrator has confirmed
          it.
        </EmptyState>
      )}
      <ul className="grid gap-4 sm:grid-cols-2">
        {accounts.map((account) => (
          <li key={account._id}>
            <AccountCard account={account} onEdit={() => setEdited(account)} />
          </li>
        ))}
      </ul>
      {edited !== undefined && <AccountDialog account={edited} onClose={() => setEdited(undefined)} />}
    </section>
  );
}

interface AccountCardProps {
  account: BankAccountDto;
  onEdit: () => void;
}

const linkClass = "inline-flex min-h-11 items-center";

const AccountCard = ({
  account: { _id, name, bank, number, receives, balance, lastOn },
  onEdit,
}: AccountCardProps) => (
  <Card className="grid h-full content-between gap-4">
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg leading-7 font-semibold">{bank}</h2>
        {receives && <Badge tone="accent">Investors pay here</Badge>}
      </div>
      <p className="text-[0.9375rem] leading-6 text-muted">
        <span className="figures" translate="no">
          {number}
        </span>
        <span>{`, ${name}`}</span>
      </p>
      <p className="mt-2 text-2xl leading-8 font-semibold figures">{formatExact(BigInt(balance))}</p>
      <p className="text-sm text-muted">
        {lastOn ? `Statement until ${formatDate(lastOn)}` : "No statement imported yet"}
      </p>
    </div>
    <div className="flex flex-wrap items-center gap-x-6">
      <TextLink href={paths.adminBankAccount(_id)} className={linkClass}>
        Statements
      </TextLink>
      <TextLink href={paths.adminLedgerAccount("bank", { bankAccountId: _id })} className={linkClass}>
        Ledger
      </TextLink>
      <Allowed to="super">
        <Button variant="quiet" size="sm" className="min-h-11" onClick={onEdit}>
          Change
        </Button>
      </Allowed>
    </div>
  </Card>
);
