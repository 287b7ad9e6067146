"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useController } from "react-hook-form";
import { adminKeys } from "@/components/admin/keys";
import { SearchField } from "@/components/data-table/search-field";
import { Field } from "@/components/forms/field";
import { Checkbox } from "@/components/ui/choice";
import { bank } from "@/lib/bank/api";
import type { LineDto, PayoutChoiceDto } from "@/lib/bank/schema";
import { isolate } from "@/lib/bidi";
import { call } from "@/lib/contract/client";
import { formatKobo } from "@/lib/money";
import type { LineValues } from "./allocation-fields";

const sumOf = (payouts: readonly PayoutChoiceDto[]): bigint =>
  payouts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

const amountOf = ({ amount }: LineDto): bigint => BigInt(amount.replace("-", ""));

/** Returns what is wrong with the payouts chosen for a line; null if they add up to it. */
export function payoutsProblem(line: LineDto, payouts: readonly PayoutChoiceDto[]): string | null {
  if (payouts.length === 0) return "Choose the payouts";
  const [sum, amount] = [sumOf(payouts), amountOf(line)];
  return sum === amount
    ? null
    : `The payouts add up to ${formatKobo(sum)}, but the amount of the statement line is ${formatKobo(amount)}`;
}

/** Asks for the payouts that a line settles or returns together. */
export function PayoutFields({ line }: { line: LineDto }) {
  const { field, fieldState } = useController<LineValues, "payouts">({ name: "payouts" });
  const [q, setQ] = useState("");
  const { data: found, isError } = useQuery({
    queryKey: [...adminKeys.payments, "payout-choices", line._id, q],
    queryFn: async ({ signal }) =>
      (await call(bank.listPayoutChoices, { params: { id: line._id }, query: { q }, signal })).data,
    placeholderData: keepPreviousData,
  });
  const chosen = field.value;
  const isChosen = ({ _id }: PayoutChoiceDto) => chosen.some((payout) => payout._id === _id);
  const shown = [...chosen, ...(found ?? []).filter((payout) => !isChosen(payout))];
  return (
    <Field
      group
      label="Payouts"
      rule={`${formatKobo(sumOf(chosen))} of ${formatKobo(amountOf(line))} chosen. They must add up to the statement line.`}
      error={fieldState.error?.message ?? (isError ? "Could not load the payouts. Try again." : undefined)}
    >
      {({ "aria-required": _, ...control }) => (
        <div role="group" {...control} className="grid gap-2">
          <SearchField
            hideLabel
            label="Find payouts"
            placeholder="Name, reference or amount"
            value={q}
            onSearch={setQ}
          />
          <div className="grid max-h-72 overflow-y-auto">
            {shown.map((payout) => (
              <Checkbox
                key={payout._id}
                className="py-1"
                checked={isChosen(payout)}
                onChange={({ target }) =>
                  field.onChange(
                    target.checked ? [...chosen, payout] : chosen.filter((each) => each._id !== payout._id),
                  )
                }
                label={
                  <span className="[overflow-wrap:anywhere]">
                    <span>
                      {`${formatKobo(BigInt(payout.amount))} to ${isolate(payout.payee || "an erased account")}, `}
                    </span>
                    <span translate="no" className="figures">
                      {payout.reference}
                    </span>
                    {payout.isNamed && <span> (in the narration)</span>}
                  </span>
                }
              />
            ))}
            {found && shown.length === 0 && (
              <p className="text-sm text-muted">
                {q
                  ? "No payout found. Try another spelling or the reference."
                  : "No payout can be matched with this line."}
              </p>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
