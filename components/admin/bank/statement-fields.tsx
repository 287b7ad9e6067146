import { useState } from "react";
import { Field } from "@/components/forms/field";
import { Input, Select } from "@/components/ui/input";
import type { PreviewDto, StatementOptions } from "@/lib/bank/schema";
import { formatAmount, parseAmount } from "@/lib/money";

/** Parses a balance as people type it, into kobo: unlike an amount, it can be zero or negative. */
function parseBalance(typed: string): { kobo: bigint } | { problem: string } {
  const [, minus, rest = ""] = /^\s*([-\u2212\u2013]?)(.*)$/u.exec(typed) ?? [];
  if (/^\s*0+(\.00?)?\s*$/.test(rest)) return { kobo: 0n };
  const parsed = parseAmount(rest);
  return minus && "kobo" in parsed ? { kobo: -parsed.kobo } : parsed;
}

interface StatementFieldsProps {
  preview: PreviewDto;
  options: StatementOptions;
  onChange: (options: StatementOptions) => void;
}

/** The fields for what a file does not say: its account, and its closing balance. */
export function StatementFields({ preview, options, onChange }: StatementFieldsProps) {
  const { accounts, bankAccountId, isAccountNamed, hasBalances, questions } = preview;
  const [typed, setTyped] = useState(
    options.closing === undefined ? "" : formatAmount(BigInt(options.closing)),
  );
  const [problem, setProblem] = useState<string>();
  const errorOf = (name: string) => questions.find(({ path }) => path === name)?.message;
  const enter = () => {
    if (typed.trim() === "") return;
    const parsed = parseBalance(typed);
    setProblem("problem" in parsed ? parsed.problem : undefined);
    if ("kobo" in parsed) onChange({ ...options, closing: String(parsed.kobo) });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Account"
        error={errorOf("bankAccountId")}
        rule={isAccountNamed ? "The file names it." : undefined}
      >
        {(control) => (
          <Select
            {...control}
            disabled={isAccountNamed}
            value={bankAccountId ?? ""}
            onChange={({ target }) => onChange({ ...options, bankAccountId: target.value || undefined })}
          >
            <option value="">Choose an account</option>
            {accounts.map(({ _id, bank, number }) => (
              <option key={_id} value={_id}>
                {`${bank}, ${number}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {!hasBalances && (
        <Field
          label="Balance after the last line, in naira"
          rule="The file has no balances. Read it from the bank's own page."
          error={problem}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              maxLength={40}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onBlur={enter}
              onKeyDown={(event) => {
                if (event.key === "Enter") enter();
              }}
            />
          )}
        </Field>
      )}
    </div>
  );
}
