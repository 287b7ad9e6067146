"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { EmailField, NameField, NewPasswordField, TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { toApiError } from "@/lib/contract/client";
import { createAdminSchema } from "@/lib/users/admin-schema";
import { useCreation } from "../queries";

export function CreateAdministrator({ emailDomain, onClose }: { emailDomain: string; onClose: () => void }) {
  const creation = useCreation();
  const [schema] = useState(() =>
    createAdminSchema.refine(({ email }) => email.endsWith(`@${emailDomain}`), {
      path: ["email"],
      message: `Email must end with @${emailDomain}`,
      // Also while other fields are invalid.
      when: ({ value }) =>
        createAdminSchema.shape.email.safeParse((value as { email?: unknown }).email).success,
    }),
  );
  const form = useForm({
    resolver: zodResolver(schema),
    mode: "onChange",
    defaultValues: { name: "", email: "", phone: "", password: "" },
  });

  return (
    <FormDialog
      form={form}
      send={async (values) => {
        try {
          await creation.mutateAsync(values);
        } catch (error) {
          toast.error(toApiError(error).message);
          throw error;
        }
        toast.success("Sub-admin created successfully");
        onClose();
      }}
      title="Create Admin"
      description="They can sign in immediately with the password you set. We email them about the new account; share the password with them yourself."
      submitLabel="Create Admin"
      busyLabel="Creating..."
      autoComplete="off"
      onClose={onClose}
    >
      <NameField autoComplete="off" />
      <EmailField autoComplete="off" rule={`Only @${emailDomain} addresses are allowed.`} />
      <TextField name="phone" label="Phone number" optional type="tel" inputMode="tel" autoComplete="off" />
      <NewPasswordField rule="At least 8 characters, with an uppercase letter, a lowercase letter and a number." />
    </FormDialog>
  );
}
