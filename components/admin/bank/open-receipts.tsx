"use client";

import { useRouter } from "next/navigation";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Allowed } from "@/components/auth/allowed";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { CardHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import type { OpenReceiptDto } from "@/lib/bank/schema";
import { formatExact } from "@/lib/money";
import { paths } from "@/lib/routes/paths";

/** Lazily loaded. */
const UndoDialog = dynamic(
  () => import("@/components/admin/acts/undo-dialog").then((module) => module.UndoDialog),
  { ssr: false },
);

const columnsFor = (undo: (receipt: OpenReceiptDto) => void): Column<OpenReceiptDto>[] => [
  {
    title: "RECEIVED ON",
    label: null,
    className: "figures font-medium",
    cell: ({ on }) => formatDate(on),
  },
  { title: "INVESTOR", label: "Investor", cell: ({ investor }) => investor },
  {
    title: "INVESTMENT",
    label: "Investment",
    className: "figures",
    cell: ({ investmentId, reference }) => (
      <TextLink
        href={paths.adminInvestment(investmentId)}
        translate="no"
        className="inline-flex min-h-11 items-center sm:min-h-6"
      >
        {reference}
      </TextLink>
    ),
  },
  {
    title: "BANK REFERENCE",
    label: "Bank reference",
    className: "[overflow-wrap:anywhere]",
    cell: ({ bankReference }) => bankReference,
  },
  {
    title: "AMOUNT",
    label: "Amount",
    isAmount: true,
    cell: ({ amount }) => formatExact(BigInt(amount)),
  },
  {
    title: "",
    label: null,
    cell: (receipt) => (
      <Allowed to="money.act">
        <Button variant="quiet" size="sm" onClick={() => undo(receipt)}>
          Undo
          <span className="sr-only">{` the receipt for ${receipt.reference}`}</span>
        </Button>
      </Allowed>
    ),
  },
];

/** Shows the manual receipts that no statement shows yet; nothing if there are none. */
export function OpenReceipts({ receipts }: { receipts: readonly OpenReceiptDto[] }) {
  const [undone, setUndone] = useState<OpenReceiptDto | null>(null);
  const router = useRouter();
  if (receipts.length === 0) return null;
  return (
    <section aria-labelledby="open-receipts" className="grid gap-4">
      <CardHeading id="open-receipts" title="Manual receipts not on a statement">
        A statement line fulfils each of them. If none does, the money has not arrived: undo the receipt.
      </CardHeading>
      <DataTable
        label="Manual receipts not on a statement"
        columns={columnsFor(setUndone)}
        rows={receipts}
        rowKey={({ _id }) => _id}
        stale={false}
      />
      {undone && (
        <UndoDialog
          actId={undone.actId}
          what={`Receipt of ${formatExact(BigInt(undone.amount))} for ${undone.reference}`}
          initialReason="not_sent"
          onClose={() => setUndone(null)}
          onUndone={() => {
            setUndone(null);
            router.refresh();
          }}
        />
      )}
    </section>
  );
}
