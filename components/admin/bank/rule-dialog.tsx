"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch, type ResolverResult } from "react-hook-form";
import { toast } from "sonner";
import { adminKeys } from "@/components/admin/keys";
import { TextField } from "@/components/forms/account-fields";
import { Field } from "@/components/forms/field";
import { FormDialog } from "@/components/forms/form-dialog";
import { Select } from "@/components/ui/input";
import { bank } from "@/lib/bank/api";
import {
  amountRules,
  MIN_TEXT,
  type AmountRule,
  type LineRuleInput,
  type LineRulePreviewDto,
} from "@/lib/bank/line-rule-schema";
import { call } from "@/lib/contract/client";
import {
  allowsDirection,
  categories,
  categoryNames,
  type Category,
  type Direction,
} from "@/lib/ledger/category-rules";
import { parseAmount } from "@/lib/money";
import { RulePreview } from "./rule-preview";

export interface RuleValues {
  name: string;
  text: string;
  direction: Direction;
  /** Empty for all accounts. */
  bankAccountId: string;
  amountRule: AmountRule;
  /** In naira, as typed. */
  amount: string;
  category: Category;
}

export const newRule: RuleValues = {
  name: "",
  text: "",
  direction: "out",
  bankAccountId: "",
  amountRule: "any",
  amount: "",
  category: "bank_charge",
};

const resolver = (values: RuleValues): ResolverResult<RuleValues, RuleValues> => {
  const typed = parseAmount(values.amount);
  return values.amountRule === "any" || "kobo" in typed
    ? { values, errors: {} }
    : { values: {}, errors: { amount: { type: "validate", message: typed.problem } } };
};

function toInput({ amount, amountRule, bankAccountId, ...values }: RuleValues): LineRuleInput {
  const typed = parseAmount(amount);
  return {
    ...values,
    amountRule,
    bankAccountId: bankAccountId || null,
    amount: amountRule !== "any" && "kobo" in typed ? String(typed.kobo) : null,
  };
}

interface RuleDialogProps {
  initial?: RuleValues;
  onClose: () => void;
  onSaved: () => void;
}

/** Asks for a rule, tries it on the lines of the last 12 months, and then saves it (product 10.32). */
export function RuleDialog({ initial = newRule, onClose, onSaved }: RuleDialogProps) {
  const client = useQueryClient();
  const form = useForm<RuleValues, unknown, RuleValues>({ resolver, defaultValues: initial });
  const [tried, setTried] = useState<{ input: string; preview: LineRulePreviewDto } | null>(null);
  const values = useWatch({ control: form.control, compute: (all) => ({ ...all }) });
  const accounts = useQuery({
    queryKey: [...adminKeys.payments, "accounts"],
    queryFn: ({ signal }) => call(bank.listBankAccounts, { signal }),
  });
  const allowed = categoryNames.filter((name) => allowsDirection(name, values.direction));
  // Only what was tried can be saved.
  const isTried = tried?.input === JSON.stringify(toInput(values));
  return (
    <FormDialog
      form={form}
      title="Rule for statement lines"
      description="Now and after each import, lines like this are booked without a decision by a person. Lines that may be an investor's, or need a second administrator, are left to you."
      submitLabel={isTried ? "Save rule" : "Try on the last 12 months"}
      busyLabel={isTried ? "Saving..." : "Trying..."}
      onClose={onClose}
      send={async (all) => {
        const body = toInput(all);
        if (!isTried) {
          const { data } = await call(bank.previewLineRule, { body });
          return setTried({ input: JSON.stringify(body), preview: data });
        }
        const { message } = await call(bank.addLineRule, { body });
        toast.success(message);
        void client.invalidateQueries({ queryKey: [...adminKeys.payments, "rules"] });
        onSaved();
      }}
    >
      <TextField name="name" label="Name" autoComplete="off" maxLength={200} />
      <TextField
        name="text"
        label="Text in the sender or narration"
        rule={`At least ${MIN_TEXT} characters. Leave out what changes, such as numbers and days.`}
        autoComplete="off"
        maxLength={200}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Direction">
          {(control) => (
            <Select
              {...control}
              {...form.register("direction", {
                onChange: (event: { target: { value: Direction } }) => {
                  if (!allowsDirection(form.getValues("category"), event.target.value))
                    form.setValue("category", "transfer");
                },
              })}
            >
              <option value="out">Money out</option>
              <option value="in">Money in</option>
            </Select>
          )}
        </Field>
        <Field label="Book as" error={form.formState.errors.category?.message}>
          {(control) => (
            <Select {...control} {...form.register("category")}>
              {allowed.map((name) => (
                <option key={name} value={name}>
                  {categories[name].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Amount">
          {(control) => (
            <Select {...control} {...form.register("amountRule")}>
              {Object.entries(amountRules).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {values.amountRule !== "any" && (
          <TextField name="amount" label="Amount in naira" inputMode="decimal" autoComplete="off" />
        )}
        <Field label="Bank account" error={form.formState.errors.bankAccountId?.message}>
          {(control) => (
            <Select {...control} {...form.register("bankAccountId")}>
              <option value="">All accounts</option>
              {accounts.data?.data.map(({ _id, bank: name, number }) => (
                <option key={_id} value={_id}>
                  {`${name}, ${number}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {tried && isTried && <RulePreview preview={tried.preview} />}
    </FormDialog>
  );
}
