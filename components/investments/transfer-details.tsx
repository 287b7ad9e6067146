"use client";

import { Copy, Printer } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import type { InvestmentDto } from "@/lib/investments/schema";
import { formatKobo, toNaira } from "@/lib/money";
import { outstandingAmount } from "./investment-words";

interface Line {
  label: string;
  value: string;
  /** The copied text, if it differs from the shown one. */
  copied?: string;
}

/** Shows the account and reference of the transfer, to copy and to print. */
export function TransferDetails({ investment }: { investment: InvestmentDto }) {
  const { account, reference } = investment;
  if (!account) return null;
  const missing = outstandingAmount(investment);
  const lines: Line[] = [
    { label: "Amount", value: formatKobo(missing), copied: toNaira(missing) },
    { label: "Bank", value: account.bank },
    { label: "Account number", value: account.number },
    { label: "Account name", value: account.name },
    { label: "Reference", value: reference },
  ];
  return (
    <>
      <dl className="mt-5 divide-y divide-line border-y border-line">
        {lines.map(({ label, value, copied = value }) => (
          <div key={label} className="relative py-2 pr-14">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="mt-0.5 font-medium break-words figures">
              <span translate="no">{value}</span>
              <IconButton
                label={`Copy ${label.toLowerCase()}`}
                onClick={() => void copyText(copied)}
                className="absolute top-1/2 right-0 -translate-y-1/2 print:hidden"
              >
                <Copy aria-hidden className="size-5" />
              </IconButton>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 print:hidden">
        <Button
          variant="secondary"
          icon={<Printer aria-hidden className="size-4" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
    </>
  );
}
