"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { EmailField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { call } from "@/lib/contract/client";
import { guardians } from "@/lib/contract/endpoints/guardians";
import { nameGuardianSchema, type OwnGuardianDto } from "@/lib/guardians/schema";

/** For an applicant under 18: whom they named as a parent or guardian, and what they answered (product 10.24). */
export function OwnGuardian({ initial }: { initial: OwnGuardianDto }) {
  const [guardian, setGuardian] = useState(initial);
  const [isNaming, setIsNaming] = useState(false);
  const { request, consent } = guardian;
  return (
    <Card>
      <h2 className="text-lg font-semibold">Your parent or guardian</h2>
      <p className="mt-2 leading-7 text-muted">{describe(guardian)}</p>
      {!consent && (
        <Button
          variant={request && !request.declinedAt ? "secondary" : "primary"}
          className="mt-4"
          onClick={() => setIsNaming(true)}
        >
          {request ? "Ask again or ask someone else" : "Name a parent or guardian"}
        </Button>
      )}
      {isNaming && (
        <NameDialog
          email={request?.email ?? ""}
          onClose={() => setIsNaming(false)}
          onNamed={(named) => {
            setGuardian(named);
            setIsNaming(false);
          }}
        />
      )}
    </Card>
  );
}

function describe({ request, consent }: OwnGuardianDto): string {
  if (consent) return `${consent.fullName} consented on ${formatDate(consent.consentedAt)}.`;
  if (!request)
    return "You are under 18, so we ask a parent or guardian whether they agree. Give us their email address.";
  if (request.declinedAt) return `${request.email} did not agree on ${formatDate(request.declinedAt)}.`;
  return `We asked ${request.email} on ${formatDate(request.requestedAt)}. There is no answer yet. The link works until ${formatDate(request.expiresAt)}.`;
}

interface NameDialogProps {
  email: string;
  onClose: () => void;
  onNamed: (guardian: OwnGuardianDto) => void;
}

function NameDialog({ email, onClose, onNamed }: NameDialogProps) {
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
      description="We email them a link. They tell us who they are, and whether they agree that you apply."
      submitLabel="Send the email"
      busyLabel="Sending..."
      autoComplete="off"
      onClose={onClose}
    >
      <EmailField label="Their email address" autoComplete="off" />
    </FormDialog>
  );
}
