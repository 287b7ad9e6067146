"use client";

import { useWatch, type FieldValues } from "react-hook-form";
import { ComboField, DigitsField } from "@/components/forms/bound-fields";
import { banks, nubanHint } from "@/lib/reference";

const bankNames = banks.map((bank) => bank.name);

export function BankField({ name }: { name: string }) {
  const bank: unknown = useWatch<FieldValues>({ name });
  const unlicensed = banks.some((entry) => entry.name === bank && !entry.licensed);
  return (
    <ComboField
      name={name}
      label="Bank"
      items={bankNames}
      placeholder="Select bank"
      warning={
        unlicensed
          ? `${String(bank)} no longer holds a banking licence. Use another account if you have one.`
          : null
      }
    />
  );
}

/** The account number, with a word when its check digit does not fit the bank; never more than a word (product 10.5). */
export function NubanField({ name, bank: bankName }: { name: string; bank: string }) {
  const [bank, number] = useWatch<FieldValues>({ name: [bankName, name] }) as unknown[];
  return (
    <DigitsField
      name={name}
      label="Account number"
      length={10}
      help="10 digits (NUBAN)"
      warning={nubanHint(String(bank ?? ""), String(number ?? ""))}
    />
  );
}
