"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import * as z from "zod";
import { awaitsConfirmation, WAITING } from "@/components/admin/approvals/second-approval";
import { useCreation } from "@/components/admin/queries";
import { EmailField, NameField, NewPasswordField, TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { Checkbox } from "@/components/ui/choice";
import { toApiError } from "@/lib/contract/client";
import { createAdminSchema, inviteAdminSchema } from "@/lib/users/admin-schema";

const inDomain = (emailDomain: string) => ({
  rule: ({ email }: { email: string }) => email.endsWith(`@${emailDomain}`),
  report: {
    path: ["email"],
    message: `Email must end with @${emailDomain}`,
    // This rule is checked even while other fields are invalid.
    when: ({ value }: { value: unknown }) =>
      createAdminSchema.shape.email.safeParse((value as { email?: unknown }).email).success,
  },
});

interface CreateAdministratorProps {
  emailDomain: string;
  /** While second approval is on, administrators choose their own passwords (ADR 28). */
  invitesOnly: boolean;
  onClose: () => void;
}

export function CreateAdministrator({ emailDomain, invitesOnly, onClose }: CreateAdministratorProps) {
  const creation = useCreation();
  const [invites, setInvites] = useState(invitesOnly);
  const resolver = useMemo(() => {
    const { rule, report } = inDomain(emailDomain);
    const withPassword = zodResolver(createAdminSchema.refine(rule, report));
    const withoutPassword = zodResolver(
      inviteAdminSchema.extend({ password: z.string().transform(() => "") }).refine(rule, report),
    );
    return invites ? withoutPassword : withPassword;
  }, [emailDomain, invites]);
  const form = useForm({
    resolver,
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
          const failure = toApiError(error);
          if (awaitsConfirmation(failure)) {
            toast.info(WAITING, { description: failure.message });
            onClose();
            return;
          }
          toast.error(failure.message);
          throw error;
        }
        toast.success("Sub-admin created successfully");
        onClose();
      }}
      title="Create Admin"
      description={
        invites
          ? "We'll email them a link to choose their own password."
          : "They can log in immediately with the password you set. We'll email them about the new account, but you need to give them the password yourself."
      }
      submitLabel="Create Admin"
      busyLabel="Creating..."
      autoComplete="off"
      onClose={onClose}
    >
      <NameField autoComplete="off" />
      <EmailField autoComplete="off" rule={`Only @${emailDomain} addresses are allowed.`} />
      <TextField name="phone" label="Phone number" optional type="tel" inputMode="tel" autoComplete="off" />
      {!invites && (
        <NewPasswordField rule="At least 8 characters, with an uppercase letter, a lowercase letter and a number." />
      )}
      {!invitesOnly && (
        <Checkbox
          label="Send an invitation link instead"
          checked={invites}
          onChange={(event) => {
            setInvites(event.target.checked);
            form.resetField("password");
          }}
        />
      )}
    </FormDialog>
  );
}
