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

interface MatchExactDialogProps {
  onClose: () => void;
  onDecided: (lines: readonly LineDto[]) => void;
}

/** Lists the lines that match an investment exactly, and matches all of them or those that are left checked. */
export function MatchExactDialog({ onClose, onDecided }: MatchExactDialogProps) {
  const form = useForm();
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  // The list that the person sees stays while the lines are decided.
  const { data, error } = useQuery({
    queryKey: [...adminKeys.payments, "exact"],
    queryFn: ({ signal }) =>
      call(bank.listStatementLines, { query: { filter: "exact", limit: MAX_AT_ONCE }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  });
  const exact = (data?.data ?? []).filter(({ proposal }) => proposal?.isExact);
  const chosen = exact.filter(({ _id }) => !without.has(_id));
  const sum = chosen.reduce((total, { amount }) => total + BigInt(amount), 0n);
  const toggle = (id: string) =>
    setWithout((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <DecideLinesDialog
      form={form}
      lines={chosen}
      title="Match exact lines"
      description="Reference and amount of these lines are those of an unpaid investment. Each investor is emailed."
      submitLabel={`Match ${countLines(chosen.length)}`}
      disabled={chosen.length === 0}
      toDecision={() => ({ kind: "match" })}
      onClose={onClose}
      onDecided={() => onDecided(chosen)}
    >
      {error && <p role="alert">{error.message}</p>}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data && (
        <>
          <ul aria-label="Exact lines" className="grid max-h-[45vh] gap-1 overflow-y-auto" tabIndex={0}>
            {exact.map(({ _id, on, amount, proposal }) => (
              <li key={_id}>
                <Checkbox
                  checked={!without.has(_id)}
                  onChange={() => toggle(_id)}
                  className="[&>span:last-child]:grow"
                  label={
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
                  }
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
