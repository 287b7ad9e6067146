"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { Form } from "@/components/forms/form";
import { PhoneInput } from "@/components/forms/inputs";
import { applyServerErrors } from "@/components/forms/server-errors";
import { useSession } from "@/components/session/session-provider";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { detailsSchema } from "@/lib/account/schema";
import { toApiError } from "@/lib/contract/client";
import type { UserDto } from "@/lib/users/dto";

const fields = ["name", "phone"] as const;

/** Name and phone may be changed at any time; the address proves who somebody is, so it may not. */
export function DetailsForm({ user, supportEmail }: { user: UserDto; supportEmail: string }) {
  const { updateProfile } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    resolver: zodResolver(detailsSchema(user.phone !== "")),
    mode: "onChange",
    defaultValues: { name: user.name, phone: user.phone },
  });
  const { errors, isDirty } = form.formState;

  const submit = form.handleSubmit(async ({ name, phone }) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const saved = await updateProfile({ name, ...(phone && { phone }) });
      form.reset({ name: saved.name, phone: saved.phone });
      toast.success("Profile updated");
    } catch (thrown) {
      const error = toApiError(thrown);
      const { placed } = applyServerErrors(form, error, fields);
      if (placed.length === 0) setFailure(error.message);
    } finally {
      setBusy(false);
    }
  });

  return (
    <Form onSubmit={(event) => void submit(event)} className="grid gap-5 sm:grid-cols-2">
      {failure && (
        <Notice tone="danger" role="alert" className="sm:col-span-2">
          {failure}
        </Notice>
      )}
      <Field label="Full name" error={errors.name?.message}>
        {({ labelId: _, ...control }) => (
          <Input autoComplete="name" autoCapitalize="words" {...control} {...form.register("name")} />
        )}
      </Field>
      <Field label="Phone number" error={errors.phone?.message} optional={user.phone === ""}>
        {({ labelId: _, ...control }) => (
          <Controller
            control={form.control}
            name="phone"
            render={({ field }) => <PhoneInput {...control} {...field} />}
          />
        )}
      </Field>
      <Field
        label="Email address"
        className="sm:col-span-2"
        help={`You log in with this address, so you can't change it here. If you no longer have access to it, email ${supportEmail}.`}
      >
        {({ labelId: _, "aria-required": __, ...control }) => (
          <Input readOnly value={user.email} autoComplete="off" {...control} />
        )}
      </Field>
      <div className="sm:col-span-2">
        <Button type="submit" busy={busy} disabled={!isDirty && !busy}>
          Save changes
        </Button>
      </div>
    </Form>
  );
}
