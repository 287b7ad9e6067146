"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { Form } from "@/components/forms/form";
import { PasswordInput } from "@/components/forms/inputs";
import { applyServerErrors } from "@/components/forms/server-errors";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { toApiError } from "@/lib/contract/client";
import { createAdminSchema } from "@/lib/users/admin-schema";
import { useCreation } from "../queries";

interface CreateAdministratorProps {
  open: boolean;
  emailDomain: string;
  onClose: () => void;
}

export function CreateAdministrator({ open, emailDomain, onClose }: CreateAdministratorProps) {
  const creation = useCreation();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      locked={creation.isPending}
      title="Create Admin"
      description="They can sign in immediately with the password you set. We email them about the new account; share the password with them yourself."
      footer={
        <>
          <Button variant="secondary" disabled={creation.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="create-admin" busy={creation.isPending} busyLabel="Creating...">
            Create Admin
          </Button>
        </>
      }
    >
      <CreateForm creation={creation} emailDomain={emailDomain} onDone={onClose} />
    </Dialog>
  );
}

const fields = ["name", "email", "phone", "password"] as const;

/** Lives within the dialog, so that it is empty whenever the dialog opens. */
function CreateForm({
  creation,
  emailDomain,
  onDone,
}: {
  creation: ReturnType<typeof useCreation>;
  emailDomain: string;
  onDone: () => void;
}) {
  const [failure, setFailure] = useState<string | null>(null);
  const [schema] = useState(() =>
    createAdminSchema.refine(({ email }) => email.endsWith(`@${emailDomain}`), {
      path: ["email"],
      message: `Email must end with @${emailDomain}`,
      // Told while other fields are still wrong, too.
      when: ({ value }) =>
        createAdminSchema.shape.email.safeParse((value as { email?: unknown }).email).success,
    }),
  );
  const form = useForm({
    resolver: zodResolver(schema),
    mode: "onChange",
    defaultValues: { name: "", email: "", phone: "", password: "" },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async ({ phone, ...values }) => {
    if (creation.isPending) return;
    setFailure(null);
    try {
      await creation.mutateAsync({ ...values, ...(phone && { phone }) });
      toast.success("Sub-admin created successfully");
      onDone();
    } catch (thrown) {
      const error = toApiError(thrown);
      const { placed } = applyServerErrors(form, error, fields);
      if (placed[0]) form.setFocus(placed[0]);
      else setFailure(error.message);
      toast.error(error.message);
    }
  });

  return (
    <Form
      id="create-admin"
      autoComplete="off"
      onSubmit={(event) => void submit(event)}
      className="grid gap-4 pb-1"
    >
      {failure && (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      )}
      <Field label="Full name" error={errors.name?.message}>
        {({ labelId: _, ...control }) => (
          <Input autoComplete="off" autoCapitalize="words" {...control} {...form.register("name")} />
        )}
      </Field>
      <Field
        label="Email address"
        error={errors.email?.message}
        help={`Only @${emailDomain} addresses are allowed.`}
      >
        {({ labelId: _, ...control }) => (
          <Input
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            {...form.register("email")}
          />
        )}
      </Field>
      <Field label="Phone number" optional error={errors.phone?.message}>
        {({ labelId: _, ...control }) => (
          <Input type="tel" inputMode="tel" autoComplete="off" {...control} {...form.register("phone")} />
        )}
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        help="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
      >
        {({ labelId: _, ...control }) => (
          <PasswordInput autoComplete="new-password" {...control} {...form.register("password")} />
        )}
      </Field>
    </Form>
  );
}
