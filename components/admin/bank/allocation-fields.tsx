"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { adminKeys } from "@/components/admin/keys";
import { TextField } from "@/components/forms/account-fields";
import { Field } from "@/components/forms/field";
import { cn } from "@/components/ui/cn";
import { Checkbox } from "@/components/ui/choice";
import { Notice } from "@/components/ui/notice";
import { SuggestInput } from "@/components/ui/suggest-input";
import { bank } from "@/lib/bank/api";
import type { LineDto, MatchChoiceDto, PayoutChoiceDto } from "@/lib/bank/schema";
import { isolate } from "@/lib/bidi";
import { call } from "@/lib/contract/client";
import { parseReference } from "@/lib/investments/reference-rules";
import { stateLabels } from "@/lib/investments/rules";
import { formatKobo, parseAmount, toNaira } from "@/lib/money";

export interface AllocationValues {
  reference: string;
  amount: string;
  /** What is missing of the investment and accepted as a bank charge; it counts only for the reference and the amount that it is for. */
  accepted?: { reference: string; amount: string; charge: string } | null;
}

/** Returns the accepted bank charge of an allocation, in kobo; undefined if none is, or if the allocation has changed since. */
export const acceptedChargeOf = ({ reference, amount, accepted }: AllocationValues): string | undefined =>
  accepted?.reference === reference && accepted.amount === amount ? accepted.charge : undefined;

/** The form of a decision about a line. */
export interface LineValues {
  /** The decision; for a payout, its id; for a batch, `batch` and its place among those offered. */
  act: string;
  parts: AllocationValues[];
  /** The payouts chosen for a line of several. */
  payouts: PayoutChoiceDto[];
  reason: string;
  note: string;
}

const DEBOUNCE_MS = 400;

/** Searches for the investments that a line may be matched with. `choices` is null while they are loading. */
function useChoices({ _id: id }: LineDto, typed: string) {
  const [q, setQ] = useState(typed);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { data, isError } = useQuery({
    queryKey: [...adminKeys.payments, "choices", id, q],
    queryFn: async ({ signal }) =>
      (await call(bank.listMatchChoices, { params: { id }, query: { q }, signal })).data,
  });
  const search = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(setQ, DEBOUNCE_MS, text.trim());
  };
  const isCurrent = q === typed.trim();
  return {
    choices: isCurrent ? (data ?? null) : null,
    isError: isCurrent && isError,
    search,
    searchNow: setQ,
  };
}

const outstandingOf = ({ missing, state }: MatchChoiceDto): string =>
  missing === "0"
    ? `nothing outstanding, ${stateLabels[state].toLowerCase()}`
    : `${formatKobo(BigInt(missing))} outstanding`;

/** Asks for an investment and an amount: a part of a line. */
export function AllocationFields({ line, index }: { line: LineDto; index: number }) {
  const { getValues, setValue } = useFormContext<LineValues>();
  const { field, fieldState } = useController<LineValues, `parts.${number}.reference`>({
    name: `parts.${index}.reference`,
  });
  const { choices, isError, search, searchNow } = useChoices(line, field.value);
  const [picked, setPicked] = useState<MatchChoiceDto | null>(null);
  const reference = parseReference(field.value);
  const chosen = [...(choices ?? []), ...(picked ? [picked] : [])].find(
    (each) => each.reference === reference,
  );
  const select = (choice: MatchChoiceDto) => {
    setPicked(choice);
    setValue(`parts.${index}.reference`, choice.reference, {
      shouldDirty: true,
      shouldValidate: fieldState.invalid,
    });
    searchNow(choice.reference);
    const parts = getValues("parts");
    if (parts[index]!.amount !== "") return;
    const rest = parts.reduce((sum, { amount }) => {
      const parsed = parseAmount(amount);
      return sum - ("kobo" in parsed ? parsed.kobo : 0n);
    }, BigInt(line.amount));
    if (rest > 0n) setValue(`parts.${index}.amount`, toNaira(rest), { shouldDirty: true });
  };
  return (
    <>
      <div className="grid gap-4">
        <Field
          label="Investment"
          rule={chosen ? undefined : "Search by name, reference or amount, and choose from the list."}
          help={
            chosen && (
              <span className="[overflow-wrap:anywhere] text-ink">
                {`${isolate(chosen.investor)}, ${chosen.planName}: ${outstandingOf(chosen)}`}
              </span>
            )
          }
          error={
            fieldState.error?.message ??
            (isError ? "Could not load the investments. Type the reference." : undefined)
          }
        >
          {(control) => (
            <SuggestInput
              {...control}
              name={field.name}
              inputRef={field.ref}
              value={field.value}
              onChange={(text) => {
                field.onChange(text);
                search(text);
              }}
              onBlur={field.onBlur}
              placeholder="Name, reference or amount"
              maxLength={100}
              listLabel="Investments"
              items={chosen ? [] : choices}
              keyOf={({ _id }) => _id}
              onSelect={select}
              renderItem={(choice) => <Choice choice={choice} />}
              emptyText={
                chosen || field.value.trim() === ""
                  ? null
                  : "No investment found. Try another spelling or the reference."
              }
            />
          )}
        </Field>
        <TextField
          name={`parts.${index}.amount`}
          label="Amount in naira"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
        />
      </div>
      {chosen && <Difference choice={chosen} index={index} />}
    </>
  );
}

const Choice = ({ choice }: { choice: MatchChoiceDto }) => (
  <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 [overflow-wrap:anywhere]">
    <span className="font-medium">{choice.investor}</span>
    <span className={cn("figures text-right", choice.missing === "0" && "text-muted")}>
      {choice.missing === "0" ? stateLabels[choice.state] : formatKobo(BigInt(choice.missing))}
    </span>
    <span className="text-sm text-muted">
      <span translate="no" className="figures">
        {choice.reference}
      </span>
      <span>{`, ${choice.planName}`}</span>
    </span>
    {choice.missing !== "0" && <span className="text-right text-sm text-muted">outstanding</span>}
  </span>
);

/** Says to whom a surplus is refunded; if a little is missing, offers to accept it as a bank charge. */
function Difference({ choice, index }: { choice: MatchChoiceDto; index: number }) {
  const { setValue } = useFormContext<LineValues>();
  const allocation = useWatch<LineValues, `parts.${number}`>({ name: `parts.${index}` });
  const { investor, otherSender, missing, maxCharge } = choice;
  const { reference, amount } = allocation;
  const parsed = parseAmount(amount);
  const short = "kobo" in parsed ? BigInt(missing) - parsed.kobo : 0n;
  return (
    <>
      {short > 0n && short <= BigInt(maxCharge) && (
        <Checkbox
          label={`Accept ${formatKobo(short)} less: book it as a bank charge`}
          checked={acceptedChargeOf(allocation) !== undefined}
          onChange={({ target }) =>
            setValue(
              `parts.${index}.accepted`,
              target.checked ? { reference, amount, charge: String(short) } : null,
            )
          }
        />
      )}
      {otherSender === null ? (
        short < 0n && (
          <p className="text-sm text-muted">
            {`The surplus of ${formatKobo(-short)} is queued as a refund to ${isolate(investor)}.`}
          </p>
        )
      ) : (
        <Notice
          tone="warning"
          title={`Sender: ${isolate(otherSender)}, not the investor ${isolate(investor)}`}
        >
          {short < 0n
            ? `The surplus of ${formatKobo(-short)} is queued as a refund to the sender. An administrator enters their account under Payouts.`
            : "Check whether the transfer is for this investment."}
        </Notice>
      )}
    </>
  );
}
