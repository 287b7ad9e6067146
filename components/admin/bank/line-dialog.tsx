"use client";

import { Plus, X } from "lucide-react";
import { useFieldArray, useForm, useWatch, type ResolverResult } from "react-hook-form";
import { toast } from "sonner";
import { awaitsConfirmation } from "@/components/admin/approvals/second-approval";
import { TextField } from "@/components/forms/account-fields";
import { Field } from "@/components/forms/field";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { formatDate } from "@/components/ui/format";
import { Select } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { call, toApiError } from "@/lib/contract/client";
import { bank } from "@/lib/bank/api";
import {
  allowsDirection,
  categories,
  categoryNames,
  isCategory,
  mapCategories,
  type Category,
} from "@/lib/ledger/category-rules";
import { chart } from "@/lib/ledger/rules";
import { formatKobo, parseAmount, toNaira } from "@/lib/money";
import { guessCategory } from "@/lib/bank/category-guess-rules";
import { MAX_PARTS, type LineDto } from "@/lib/bank/schema";
import { isolate } from "@/lib/bidi";
import { joinWords } from "@/lib/join-words";
import { paths } from "@/lib/routes/paths";
import { isNamedBy, parseReference } from "@/lib/investments/reference-rules";
import { acceptedChargeOf, AllocationFields, type LineValues } from "./allocation-fields";
import { PayoutFields, payoutsProblem } from "./payout-fields";

/** Distinguishes manual receipts from payouts among the decisions. */
const RECEIPT = "receipt ";

/** Returns the possible decisions about a line, the most likely first. */
function decisionsFor(line: LineDto): { value: string; label: string }[] {
  const { amount, payouts, batches, receipts } = line;
  const isReceived = !amount.startsWith("-");
  const guess = isReceived ? null : guessCategory(line);
  const toDecision = ({ _id, reference, payee }: LineDto["payouts"][number]) => ({
    value: _id,
    label: `${isReceived ? "Returned payout" : "Payout"} ${reference}${payee && ` to ${payee}`}`,
  });
  return [
    ...(isReceived ? [{ value: "match", label: "Payment for an investment" }] : []),
    ...receipts.map(({ _id, reference, investor, on }) => ({
      value: `${RECEIPT}${_id}`,
      label: `Manual receipt of ${formatDate(on)} for ${reference}, ${investor}`,
    })),
    ...payouts.filter(({ isExact }) => isExact).map(toDecision),
    ...batches.map(({ payoutIds }, index) => ({
      value: `${BATCH}${index}`,
      label: `Batch of ${payoutIds.length} payouts`,
    })),
    ...payouts.filter(({ isExact }) => !isExact).map(toDecision),
    ...(isReceived ? [{ value: "return", label: "Refund to the sender" }] : []),
    ...categoryNames
      .filter((name) => allowsDirection(name, isReceived ? "in" : "out"))
      .toSorted((a, b) => Number(b === guess) - Number(a === guess))
      .map((name) => ({ value: name, label: categories[name].label })),
    { value: "payouts", label: isReceived ? "Returned payouts" : "Other payouts" },
    { value: "ignore", label: "Not our money: set it aside" },
  ];
}

/** The decision that a line is a batch, before its place among those offered. */
const BATCH = "batch";

const effects: Partial<Record<string, string>> = {
  ...mapCategories((name) => `It is booked to the account "${chart[categories[name].account].label}".`),
  payouts: "All chosen payouts are settled together, and undone together.",
  ignore: "It is set aside in the ledger, for example if the bank booked it by mistake and reversed it.",
};

const findBatch = ({ batches }: LineDto, act: string) =>
  act.startsWith(BATCH) ? batches[Number(act.slice(BATCH.length))] : undefined;

/** Returns what a decision does. */
function effectOf(act: string, line: LineDto): string | undefined {
  const { proposal } = line;
  if (act.startsWith(RECEIPT))
    return "The money of this receipt is on the statement then. Nothing else changes.";
  const batch = findBatch(line, act);
  if (batch)
    return `Released on ${formatDate(batch.releasedOn)}. All of them are marked as paid, and undone together.`;
  if (act !== "return") return effects[act];
  const isInvestors = isNamedBy(proposal?.by) && proposal?.by !== "several" && proposal?.otherSender === null;
  return isInvestors
    ? `The amount is queued as a refund to ${isolate(proposal.investor)}, for a second administrator to release.`
    : "The amount is queued as a refund. Unless it is for one investor whose reference it has, an administrator enters the sender's account under Payouts.";
}

/** Checks that the allocations have investments and add up, as chosen payouts do; the server checks the references. */
const resolverFor =
  (line: LineDto) =>
  (values: LineValues): ResolverResult<LineValues, LineValues> => {
    if (values.act === "payouts") {
      const message = payoutsProblem(line, values.payouts);
      return message === null
        ? { values, errors: {} }
        : { values: {}, errors: { payouts: { type: "validate", message } } };
    }
    if (values.act !== "match") return { values, errors: {} };
    const unread = values.parts.findIndex(({ reference }) => parseReference(reference) === null);
    if (unread >= 0) {
      const parts = [];
      parts[unread] = {
        reference: {
          type: "validate",
          message: "Choose an investment from the list, or enter its reference",
        },
      };
      return { values: {}, errors: { parts } };
    }
    const amounts = values.parts.map((part) => parseAmount(part.amount));
    const wrong = amounts.findIndex((each) => "problem" in each);
    const problem = amounts[wrong];
    const sum = amounts.reduce((total, each) => total + ("kobo" in each ? each.kobo : 0n), 0n);
    const message =
      problem && "problem" in problem
        ? problem.problem
        : sum === BigInt(line.amount)
          ? null
          : `The allocations add up to ${formatKobo(sum)}, but the amount of the statement line is ${formatKobo(BigInt(line.amount))}`;
    if (message === null) return { values, errors: {} };
    const parts = [];
    parts[Math.max(wrong, 0)] = { amount: { type: "validate", message } };
    return { values: {}, errors: { parts } };
  };

/** Returns the payouts of a decision. */
const payoutIdsOf = (line: LineDto, { act, payouts }: LineValues): string[] =>
  act === "payouts" ? payouts.map(({ _id }) => _id) : (findBatch(line, act)?.payoutIds ?? [act]);

function send(line: LineDto, values: LineValues) {
  const { act, parts, reason, note } = values;
  const params = { id: line._id };
  if (isCategory(act)) return call(bank.bookLine, { params, body: { as: act, note } });
  switch (act) {
    case "match":
      return call(bank.matchLine, {
        params,
        body: {
          parts: parts.map((part) => {
            const { reference, amount } = part;
            const parsed = parseAmount(amount);
            return {
              reference,
              amount: "kobo" in parsed ? String(parsed.kobo) : amount,
              acceptedCharge: acceptedChargeOf(part),
            };
          }),
        },
      });
    case "return":
      return call(bank.returnLine, { params });
    case "ignore":
      return call(bank.ignoreLine, { params, body: { reason } });
    default:
      if (act.startsWith(RECEIPT))
        return call(bank.recogniseReceipt, { params, body: { receiptId: act.slice(RECEIPT.length) } });
      return call(bank.matchPayouts, { params, body: { payoutIds: payoutIdsOf(line, values) } });
  }
}

interface LineDialogProps {
  line: LineDto;
  onClose: () => void;
  onDecided: () => void;
  /** Begins a rule for lines like this, with a category. */
  onRule: (category: Category) => void;
}

/** Asks an administrator to decide about a line. */
export function LineDialog({ line, onClose, onDecided, onRule }: LineDialogProps) {
  const decisions = decisionsFor(line);
  const form = useForm<LineValues, unknown, LineValues>({
    resolver: resolverFor(line),
    defaultValues: {
      act: decisions[0]!.value,
      parts: (line.allocations.length > 0 ? line.allocations : [{ reference: "", amount: line.amount }]).map(
        ({ reference, amount }) => ({ reference, amount: toNaira(BigInt(amount)) }),
      ),
      payouts: [],
      reason: "",
      note: "",
    },
  });
  const allocations = useFieldArray({ control: form.control, name: "parts" });
  const act = useWatch({ control: form.control, name: "act" });
  return (
    <FormDialog
      form={form}
      title={`${formatKobo(BigInt(line.amount))} of ${formatDate(line.on)}`}
      description={
        <span className="[overflow-wrap:anywhere]">
          {[line.counterparty, line.narration].filter(Boolean).join(": ")}
        </span>
      }
      submitLabel="Save decision"
      busyLabel="Saving..."
      onClose={onClose}
      send={async (values) => {
        try {
          const { message } = await send(line, values);
          toast.success(message);
        } catch (error) {
          if (!awaitsConfirmation(toApiError(error))) throw error;
          toast.success("Sent for confirmation");
        }
        onDecided();
      }}
    >
      {line.disputedBy.length > 0 && <Dispute rules={line.disputedBy} />}
      {line.parts.length > 0 && <Parts parts={line.parts} />}
      <Field label="What is this line?" rule={effectOf(act, line)}>
        {(control) => (
          <Select {...control} {...form.register("act")}>
            {decisions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {act === "match" && (
        <>
          {allocations.fields.map(({ id }, index) => (
            <fieldset key={id} className="grid gap-3">
              <legend className="sr-only">{`Allocation ${index + 1}`}</legend>
              <AllocationFields line={line} index={index} />
              {allocations.fields.length > 1 && (
                <Button
                  variant="quiet"
                  size="sm"
                  className="justify-self-start"
                  icon={<X aria-hidden className="size-4" />}
                  onClick={() => allocations.remove(index)}
                >
                  {`Remove allocation ${index + 1}`}
                </Button>
              )}
            </fieldset>
          ))}
          {allocations.fields.length < MAX_PARTS && (
            <Button
              variant="quiet"
              size="sm"
              className="justify-self-start"
              icon={<Plus aria-hidden className="size-4" />}
              onClick={() => allocations.append({ reference: "", amount: "" })}
            >
              Add an investment
            </Button>
          )}
        </>
      )}
      {isCategory(act) && (
        <>
          <TextField name="note" label="Note" optional maxLength={500} />
          <Button variant="quiet" size="sm" className="justify-self-start" onClick={() => onRule(act)}>
            Always decide such lines like this
          </Button>
        </>
      )}
      {act === "payouts" && <PayoutFields line={line} />}
      {act === "ignore" && (
        <TextField
          name="reason"
          label="Reason"
          rule="Explain the decision for later audits."
          maxLength={500}
        />
      )}
    </FormDialog>
  );
}

/** Why no rule has booked the line. */
const Dispute = ({ rules }: { rules: LineDto["disputedBy"] }) => (
  <Notice tone="warning" title="Rules disagree about this line">
    <span>
      {`${joinWords(rules.map(({ name, category }) => `${isolate(name)} (${categories[category].label})`))}. `}
    </span>
    <span>Decide here, or change the </span>
    <TextLink href={paths.adminLineRules()}>rules</TextLink>
    <span>.</span>
  </Notice>
);

/** The payments of a batch booking, as the bank gives them. */
const Parts = ({ parts }: { parts: LineDto["parts"] }) => (
  <section aria-label="Payments of this booking" className="grid gap-2">
    <p className="text-[0.9375rem] leading-6 font-medium">
      {`The bank has booked ${parts.length} payments together:`}
    </p>
    <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-control border border-line text-[0.9375rem] leading-6">
      {parts.map(({ amount, counterparty, narration, bankReference }, index) => (
        <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-3 py-2">
          <span className="[overflow-wrap:anywhere]">
            {[counterparty, narration, bankReference].filter(Boolean).join(": ")}
          </span>
          <span className="font-medium figures">{amount ? formatKobo(BigInt(amount)) : "No amount"}</span>
        </li>
      ))}
    </ul>
  </section>
);
