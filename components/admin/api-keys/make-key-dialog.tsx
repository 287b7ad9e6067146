"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { adminKeys } from "@/components/admin/keys";
import { shownOnceStep } from "@/components/admin/shown-once";
import { TextField } from "@/components/forms/account-fields";
import { CheckboxGroup } from "@/components/forms/checkbox-group";
import { SelectField } from "@/components/forms/choice-fields";
import { Field } from "@/components/forms/field";
import { FormDialog } from "@/components/forms/form-dialog";
import { Textarea } from "@/components/ui/input";
import { apiKeys } from "@/lib/api-keys/api";
import { MAX_KEY_DAYS, type NewApiKeyDto } from "@/lib/api-keys/schema";
import { call } from "@/lib/contract/client";
import { dayAt, dayNumber, lagosDay } from "@/lib/dates";
import { toShownOnce } from "./shown-key";

/** Administrators by name. */
export type Owners = readonly { id: string; name: string }[];

interface KeyValues {
  name: string;
  purpose: string;
  ownerId: string;
  expiresOn: string;
  /** One per line, as typed. */
  networks: string;
  scopes: string[];
}

const HALF_A_YEAR = 182;

const linesOf = (typed: string): string[] =>
  typed
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter(Boolean);

interface MakeKeyDialogProps {
  ownId: string;
  owners: Owners;
  /** All scopes that a key can have. */
  scopes: readonly string[];
  onClose: () => void;
}

/** Makes a key for a program (product 10.44). */
export function MakeKeyDialog({ ownId, owners, scopes, onClose }: MakeKeyDialogProps) {
  const client = useQueryClient();
  const [made, setMade] = useState<NewApiKeyDto | null>(null);
  const form = useForm<KeyValues>({
    defaultValues: {
      name: "",
      purpose: "",
      ownerId: ownId,
      expiresOn: dayAt(dayNumber(lagosDay()) + HALF_A_YEAR),
      networks: "",
      scopes: [],
    },
  });
  return (
    <FormDialog
      form={form}
      result={made && shownOnceStep(toShownOnce(made), onClose)}
      title="New key"
      description="A program calls the API with a key, for an administrator whose rights limit it. It reads what you choose, and never decides about money or reveals numbers."
      submitLabel="Make key"
      busyLabel="Making..."
      autoComplete="off"
      onClose={onClose}
      send={async ({ networks, ...values }) => {
        const body = { ...values, networks: linesOf(networks) };
        setMade((await call(apiKeys.makeApiKey, { body })).data);
        void client.invalidateQueries({ queryKey: adminKeys.apiKeys });
      }}
    >
      <TextField name="name" label="Name" maxLength={100} autoComplete="off" />
      <TextField
        name="purpose"
        label="Purpose"
        rule="Which program uses it, and for what."
        maxLength={500}
        autoComplete="off"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          name="ownerId"
          label="Owner"
          help="We email them about it. Their rights limit the key."
          options={Object.fromEntries(owners.map(({ id, name }) => [id, name]))}
        />
        <TextField
          name="expiresOn"
          label="Last day"
          type="date"
          rule={`At most ${MAX_KEY_DAYS} days from today.`}
        />
      </div>
      <CheckboxGroup<KeyValues>
        name="scopes"
        label="Scopes"
        help="What the program may read or change. The list of calls with their scopes is in the documentation."
        options={scopes}
      />
      <Field
        label="Networks"
        optional
        help="Addresses or networks from which it may be used, one per line, such as 203.0.113.0/24. Empty for all."
        error={form.formState.errors.networks?.message}
      >
        {(control) => <Textarea {...control} {...form.register("networks")} rows={2} />}
      </Field>
    </FormDialog>
  );
}
