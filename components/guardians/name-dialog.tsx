"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { EmailField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { call } from "@/lib/contract/client";
import { guardians } from "@/lib/guardians/api";
import { nameGuardianSchema, type OwnGuardianDto } from "@/lib/guardians/schema";

interface NameDialogProps {
  email: string;
  onClose: () => void;
  onNamed: (guardian: OwnGuardianDto) => void;
}

/** Asks for the email address of a parent or guardian. */
export function NameDialog({ email, onClose, onNamed }: NameDialogProps) {
  const form = useForm({ resolver: zodResolver(nameGuardianSchema), defaultValues: { email } });
  return (
    <FormDialog
      form={form}
      send={async (body) => {
        const { data } = await call(guardians.nameGuardian, { body });
        toast.success("We have sent the email");
        onNamed(data);
      }}
      title="Name a parent or guardian"
      description="We'll email them a link to tell us who they are and whether they agree to your application."
      submitLabel="Send the email"
      busyLabel="Sending..."
      autoComplete="off"
      onClose={onClose}
    >
      <EmailField label="Their email address" autoComplete="off" />
    </FormDialog>
  );
}
