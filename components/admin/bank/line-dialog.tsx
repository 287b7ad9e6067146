"use client";

import { Plus, X } from "lucide-react";
import { useFieldArray, useForm, useWatch, type ResolverResult } from "react-hook-form";
import { toast } from "sonner";
import { TextField } from "@/components/forms/account-fields";
import { Field } from "@/components/forms/field";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { formatDate } from "@/components/ui/format";
import { Select } from "@/components/ui/input";
import { call } from "@/lib/contract/client";
import { bank } from "@/lib/bank/api";
import { formatKobo, parseAmount, toNaira } from "@/lib/money";
import { MAX_PARTS, type LineDto } from "@/lib/bank/schema";

interface Values {
  /** What is decided; the id of a payout stands for it. */
  act: string;
  parts: { reference: string; amount: string }[];
  reason: string;
}

/** What can be decided about a line, the likeliest first. */
function actsFor({ amount, payouts }: LineDto): { value: string; label: string }[] {
  const isReceived = !amount.startsWith("-");
  return [
    ...(isReceived ? [{ value: "match", label: "It is for an investment" }] : []),
    ...payouts.map(({ _id, reference, payee }) => ({
      value: _id,
      label: `It is payout ${reference}${payee && ` to ${payee}`}${isReceived ? ", which came back" : ""}`,
    })),
    ...(isReceived ? [{ value: "return", label: "It is to be returned" }] : []),
    {
      value: "transfer",
      label: isReceived ? "It is money of the firm" : "It is a transfer of the firm, or a bank charge",
    },
    ...(isReceived ? [] : [{ value: "tax_payment", label: "It is withheld tax" }]),
    { value: "ignore", label: "It is no money of these books" },
  ];
}

const effects: Partial<Record<string, string>> = {
  match: "What an investment does not take is put among the payouts, to be returned.",
  return: "It is put among the payouts. Two administrators release it.",
  transfer: "It is booked against the firm's other books.",
  tax_payment: "It is booked against the tax that was withheld.",
  ignore: "It is taken out of the books, such as what the bank has booked by mistake and reversed.",
};

/** Checks that the parts are amounts that add up; the server knows the references. */
const resolverFor =
  ({ amount }: LineDto) =>
  (values: Values): ResolverResult<Values, Values> => {
    if (values.act !== "match") return { values, errors: {} };
    const amounts = values.parts.map((part) => parseAmount(part.amount));
    const wrong = amounts.findIndex((each) => "problem" in each);
    const problem = amounts[wrong];
    const sum = amounts.reduce((total, each) => total + ("kobo" in each ? each.kobo : 0n), 0n);
    const message =
      problem && "problem" in problem
        ? problem.problem
        : sum === BigInt(amount)
          ? null
          : `The parts add up to ${formatKobo(sum)}, and the line is ${formatKobo(BigInt(amount))}`;
    if (message === null) return { values, errors: {} };
    const parts = [];
    parts[Math.max(wrong, 0)] = { amount: { type: "validate", message } };
    return { values: {}, errors: { parts } };
  };

function send({ _id: id }: LineDto, { act, parts, reason }: Values) {
  const params = { id };
  switch (act) {
    case "match":
      return call(bank.matchLine, {
        params,
        body: {
          parts: parts.map(({ reference, amount }) => {
            const parsed = parseAmount(amount);
            return { reference, amount: "kobo" in parsed ? String(parsed.kobo) : amount };
          }),
        },
      });
    case "return":
      return call(bank.returnLine, { params });
    case "transfer":
    case "tax_payment":
      return call(bank.bookLine, { params, body: { as: act } });
    case "ignore":
      return call(bank.ignoreLine, { params, body: { reason } });
    default:
      return call(bank.matchPayout, { params, body: { payoutId: act } });
  }
}

interface LineDialogProps {
  line: LineDto;
  onClose: () => void;
  onDecided: () => void;
}

/** What a line is, as an administrator decides it. */
export function LineDialog({ line, onClose, onDecided }: LineDialogProps) {
  const acts = actsFor(line);
  const form = useForm<Values, unknown, Values>({
    resolver: resolverFor(line),
    defaultValues: {
      act: acts[0]!.value,
      parts: [{ reference: line.proposal?.reference ?? "", amount: toNaira(BigInt(line.amount)) }],
      reason: "",
    },
  });
  const parts = useFieldArray({ control: form.control, name: "parts" });
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
        const { message } = await send(line, values);
        toast.success(message);
        onDecided();
      }}
    >
      <Field label="What is it?" rule={effects[act]}>
        {(control) => (
          <Select {...control} {...form.register("act")}>
            {acts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {act === "match" && (
        <>
          {parts.fields.map(({ id }, index) => (
            <fieldset key={id} className="grid gap-4 sm:grid-cols-2">
              <legend className="sr-only">{`Part ${index + 1}`}</legend>
              <TextField
                name={`parts.${index}.reference`}
                label="Reference of the investment"
                placeholder="SDL-XXXX-XXXX"
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
                maxLength={40}
              />
              <TextField
                name={`parts.${index}.amount`}
                label="Amount in naira"
                inputMode="decimal"
                autoComplete="off"
                maxLength={40}
              />
              {parts.fields.length > 1 && (
                <Button
                  variant="quiet"
                  size="sm"
                  className="justify-self-start"
                  icon={<X aria-hidden className="size-4" />}
                  onClick={() => parts.remove(index)}
                >
                  {`Remove part ${index + 1}`}
                </Button>
              )}
            </fieldset>
          ))}
          {parts.fields.length < MAX_PARTS && (
            <Button
              variant="quiet"
              size="sm"
              className="justify-self-start"
              icon={<Plus aria-hidden className="size-4" />}
              onClick={() => parts.append({ reference: "", amount: "" })}
            >
              Split: add an investment
            </Button>
          )}
        </>
      )}
      {act === "ignore" && (
        <TextField name="reason" label="Reason" rule="For whoever checks the books." maxLength={500} />
      )}
    </FormDialog>
  );
}
