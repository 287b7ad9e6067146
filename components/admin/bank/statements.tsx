"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Landmark } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { undoImportEffect } from "@/components/admin/acts/undo-effects";
import { adminKeys } from "@/components/admin/keys";
import { SaveButton } from "@/components/admin/export-button";
import { Allowed } from "@/components/auth/allowed";
import { DataList } from "@/components/data-table/data-list";
import type { Column } from "@/components/data-table/data-table";
import { MoreButton } from "@/components/data-table/more-button";
import { toListQuery, useCursorList } from "@/components/data-table/use-cursor-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { EmptyState } from "@/components/ui/states";
import type { BankAccountDto } from "@/lib/bank/account-schema";
import { bank } from "@/lib/bank/api";
import type { GapDto, StatementDto } from "@/lib/bank/schema";
import { call, download } from "@/lib/contract/client";
import { formatExact } from "@/lib/money";
import { paths } from "@/lib/routes/paths";

/** Lazily loaded. */
const UndoDialog = dynamic(
  () => import("@/components/admin/acts/undo-dialog").then((module) => module.UndoDialog),
  { ssr: false },
);

const exact = (amount: string | null) => (amount === null ? "" : formatExact(BigInt(amount)));

const columnsFor = (undo: (statement: StatementDto) => void): Column<StatementDto>[] => [
  {
    title: "PERIOD",
    label: null,
    className: "figures font-medium",
    cell: ({ firstOn, lastOn, importedAt, state }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span>
          {firstOn && lastOn
            ? firstOn === lastOn
              ? formatDate(firstOn)
              : `${formatDate(firstOn)} to ${formatDate(lastOn)}`
            : formatDate(importedAt)}
        </span>
        {state === "withdrawn" && <Badge tone="neutral">Undone</Badge>}
      </span>
    ),
  },
  {
    title: "FILE",
    label: "File",
    className: "[overflow-wrap:anywhere]",
    cell: ({ fileName, importedBy, importedAt }) => (
      <span className="grid gap-0.5">
        <span>{fileName}</span>
        <span className="text-sm text-muted">{`${importedBy}, ${formatDate(importedAt)}`}</span>
      </span>
    ),
  },
  {
    title: "NEW LINES",
    label: "New lines",
    isAmount: true,
    cell: ({ added, count }) => `${added} of ${count}`,
  },
  { title: "BEFORE", label: "Balance before", isAmount: true, cell: ({ opening }) => exact(opening) },
  { title: "AFTER", label: "Balance after", isAmount: true, cell: ({ closing }) => exact(closing) },
  {
    title: "",
    label: null,
    cell: (statement) => (
      <span className="flex items-center gap-2 sm:justify-end">
        {statement.hasFile && (
          <SaveButton
            label="Download"
            size="sm"
            description={`Download ${statement.fileName}`}
            load={() => download(bank.getStatementFile, { params: { id: statement._id } })}
            name={statement.fileName.replace(/\.[^.]*$/, "")}
            type={/\.([a-z\d]{1,5})$/i.exec(statement.fileName)?.[1] ?? "txt"}
            done="Statement downloaded"
          />
        )}
        {statement.actId && (
          <Allowed to="money.act">
            <Button variant="quiet" size="sm" onClick={() => undo(statement)}>
              Undo
              <span className="sr-only">{` the import of ${statement.fileName}`}</span>
            </Button>
          </Allowed>
        )}
      </span>
    ),
  },
];

interface StatementsProps {
  account: BankAccountDto;
  gaps: readonly GapDto[];
}

/** Shows the imported statements of a bank account, and the gaps between them (product 10.32). */
export function Statements({ account, gaps }: StatementsProps) {
  const { _id: bankAccountId, bank: bankName, number, balance } = account;
  const [undone, setUndone] = useState<StatementDto | null>(null);
  const client = useQueryClient();
  const router = useRouter();
  const key = [...adminKeys.payments, "statements", bankAccountId];
  const list = useCursorList(key, (after, signal) =>
    call(bank.listStatements, { query: { bankAccountId, after }, signal }),
  );
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <div>
        <LinkButton
          href={paths.adminBankAccounts()}
          variant="quiet"
          size="sm"
          className="mb-2 -ml-3 min-h-11"
        >
          <ArrowLeft aria-hidden className="size-5" />
          Bank accounts
        </LinkButton>
        <PageHeading title={`Statements of ${bankName}, ${number}`}>
          {`Each statement continues the one before. The balance is ${formatExact(BigInt(balance))}.`}
        </PageHeading>
      </div>
      {gaps.map(({ before, after }) => (
        <Notice
          key={`${before.on} ${before.balance} ${after.balance}`}
          tone="warning"
          title="Lines are missing"
        >
          {`Between ${formatDate(before.on)} (balance ${exact(before.balance)}) and ${formatDate(after.on)} (${exact(
            after.amount,
          )}, balance ${exact(after.balance)}). Import the statement of these days.`}
        </Notice>
      ))}
      <DataList
        label="Statements"
        loadingLabel="Loading statements"
        columns={columnsFor(setUndone)}
        rowKey={({ _id }) => _id}
        list={toListQuery(list)}
        empty={
          <EmptyState title="No statement yet" icon={<Landmark className="size-6" />}>
            Import the first statement of this account under Payments.
          </EmptyState>
        }
      />
      <MoreButton list={list} />
      {undone && (
        <UndoDialog
          actId={undone.actId!}
          what={`Import of ${undone.fileName}`}
          effect={undoImportEffect}
          initialReason="wrong_file"
          onClose={() => setUndone(null)}
          onUndone={() => {
            setUndone(null);
            void client.invalidateQueries({ queryKey: adminKeys.payments });
            router.refresh();
          }}
        />
      )}
    </div>
  );
}
