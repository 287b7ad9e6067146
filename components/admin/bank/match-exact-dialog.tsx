"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { adminKeys } from "@/components/admin/keys";
import { Checkbox } from "@/components/ui/choice";
import { formatDate } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/skeleton";
import { bank } from "@/lib/bank/api";
import { MAX_AT_ONCE, type LineDto } from "@/lib/bank/schema";
import { call } from "@/lib/contract/client";
import { formatExact, formatKobo } from "@/lib/money";
import { countLines } from "./decided-lines";
import { DecideLinesDialog } from "./decide-lines-dialog";

/** The lists of lines with an exact amount. Names do not prove that sender and investor are the same person: a person checks each. */
const lists = {
  reference: {
    filter: "exact",
    title: "Match exact lines",
    description:
      "Reference and amount of these lines are those of an unpaid investment. Each investor is emailed.",
    label: "Exact lines",
    isListed: ({ proposal }: LineDto) => proposal?.isExact === true,
    isCheckedAtFirst: true,
  },
  name: {
    filter: "check",
    title: "Match lines by name",
    description:
      "These transfers have no reference, but the name and the exact amount of an investor with an unpaid investment. Two people can have one name: check the lines that are right. Each investor is emailed.",
    label: "Lines by name",
    isListed: ({ proposal }: LineDto) => proposal?.isByName === true,
    isCheckedAtFirst: false,
  },
} as const;

interface MatchExactDialogProps {
  /** How the investments of the lines were found. */
  by: keyof typeof lists;
  onClose: () => void;
  onDecided: (lines: readonly LineDto[]) => void;
}

/** Lists the lines with the exact amount of an investment, and matches those that are checked. */
export function MatchExactDialog({ by, onClose, onDecided }: MatchExactDialogProps) {
  const { filter, title, description, label, isListed, isCheckedAtFirst } = lists[by];
  const form = useForm();
  /** The lines whose checkbox was changed. */
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  // The list that the person sees stays while the lines are decided.
  const { data, error } = useQuery({
    queryKey: [...adminKeys.payments, "exact", by],
    queryFn: ({ signal }) =>
      call(bank.listStatementLines, { query: { filter, by, limit: MAX_AT_ONCE }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  });
  const exact = (data?.data ?? []).filter(isListed);
  const isChecked = ({ _id }: LineDto) => changed.has(_id) !== isCheckedAtFirst;
  const chosen = exact.filter(isChecked);
  const sum = chosen.reduce((total, { amount }) => total + BigInt(amount), 0n);
  const toggle = (id: string) =>
    setChanged((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const Summary = by === "name" ? NameSummary : ReferenceSummary;
  return (
    <DecideLinesDialog
      form={form}
      lines={chosen}
      title={title}
      description={description}
      submitLabel={`Match ${countLines(chosen.length)}`}
      disabled={chosen.length === 0}
      toDecision={() => ({ kind: "match", by })}
      onClose={onClose}
      onDecided={() => onDecided(chosen)}
    >
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data && (
        <>
          <ul
            aria-label={label}
            className="grid max-h-[45vh] divide-y divide-line overflow-y-auto"
            tabIndex={0}
          >
            {exact.map((line) => (
              <li key={line._id}>
                <Checkbox
                  checked={isChecked(line)}
                  onChange={() => toggle(line._id)}
                  className="[&>span:last-child]:grow"
                  label={<Summary line={line} />}
                />
              </li>
            ))}
          </ul>
          <p className="font-medium figures" aria-live="polite">
            {`${countLines(chosen.length)}, ${formatKobo(sum)}`}
          </p>
        </>
      )}
    </DecideLinesDialog>
  );
}

const ReferenceSummary = ({ line: { on, amount, proposal } }: { line: LineDto }) => (
  <span className="grid py-1">
    <span className="flex items-baseline justify-between gap-x-4">
      <span className="[overflow-wrap:anywhere]">{proposal!.investor}</span>
      <span className="figures">{formatExact(BigInt(amount))}</span>
    </span>
    <span className="text-sm text-muted figures">
      <span translate="no">{proposal!.reference}</span>
      <span>{`, ${formatDate(on)}`}</span>
    </span>
  </span>
);

/** Shows what the bank says about the sender beside the investor, for comparison. */
const NameSummary = ({ line: { on, amount, counterparty, narration, proposal } }: { line: LineDto }) => (
  <span className="grid gap-1 py-2">
    <span className="grid grid-cols-2 gap-x-4 [overflow-wrap:anywhere]">
      <span>
        <span className="block text-sm text-muted">Sender</span>
        <span className="block">{counterparty || narration}</span>
        {counterparty && narration && <span className="block text-sm text-muted">{narration}</span>}
      </span>
      <span>
        <span className="block text-sm text-muted">Investor</span>
        <span className="block">{proposal!.investor}</span>
        <span translate="no" className="block text-sm text-muted figures">
          {proposal!.reference}
        </span>
      </span>
    </span>
    <span className="flex items-baseline justify-between gap-x-4 text-sm text-muted figures">
      <span>{formatDate(on)}</span>
      <span className="text-[0.9375rem] text-ink">{formatExact(BigInt(amount))}</span>
    </span>
  </span>
);
