"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useFormContext } from "react-hook-form";
import { AuthForm, AuthHeading } from "@/components/auth/auth-form";
import { FormFields } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { ConfirmDialog } from "@/components/ui/dialog";
import { TextLink } from "@/components/ui/link";
import { call, toApiError } from "@/lib/contract/client";
import { guardians } from "@/lib/contract/endpoints/guardians";
import { initialValues } from "@/lib/forms/definition";
import { guardianGroup } from "@/lib/verification/guardian-form";
import { consentSchema } from "@/lib/account/guardian-schema";
import { paths } from "@/lib/routes/paths";

const resolver = zodResolver(consentSchema);

export const InvalidLink = () => (
  <>
    <AuthHeading title="This link does not work any more">
      It has expired, was replaced by a newer one or has already been used. Ask the person who named you to
      send it again.
    </AuthHeading>
    <TextLink href={paths.home()}>Go to the home page</TextLink>
  </>
);

interface GuardianAnswerProps {
  token: string;
  /** The name of the user who asks. */
  applicant: string;
}

/** The form in which a parent or guardian consents with their own identity, or declines (product 10.24). */
export function GuardianAnswer({ token, applicant }: GuardianAnswerProps) {
  const [answer, setAnswer] = useState<"consented" | "declined" | null>(null);
  const [isDeclining, setIsDeclining] = useState(false);
  const form = useForm({
    resolver,
    mode: "onTouched",
    defaultValues: {
      token,
      agreed: false as true,
      ...initialValues(guardianGroup.fields),
      relationship: "Parent" as const,
    },
  });
  if (answer) return <Answered answer={answer} applicant={applicant} />;
  return (
    <>
      <AuthHeading title={`Do you agree that ${applicant} applies?`}>
        {applicant} is under 18 and named you as their parent or guardian. If you agree, tell us who you are.
        Our reviewers see your answers; {applicant} sees your name only.
      </AuthHeading>
      <AuthForm
        form={form}
        send={async (body) => {
          await call(guardians.consentAsGuardian, { body });
          setAnswer("consented");
        }}
        submitLabel="I agree"
        footer={
          <Button type="button" variant="secondary" onClick={() => setIsDeclining(true)}>
            I don&apos;t agree
          </Button>
        }
      >
        <FormFields fields={guardianGroup.fields} />
        <Agreement applicant={applicant} />
      </AuthForm>
      {isDeclining && (
        <DeclineDialog
          token={token}
          applicant={applicant}
          onClose={() => setIsDeclining(false)}
          onDeclined={() => setAnswer("declined")}
        />
      )}
    </>
  );
}

function Agreement({ applicant }: Pick<GuardianAnswerProps, "applicant">) {
  const { register, formState } = useFormContext<{ agreed: boolean }>();
  const error = formState.errors.agreed?.message;
  return (
    <div>
      <Checkbox
        {...register("agreed")}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "agreed-error" : undefined}
        label={`I am ${applicant}'s parent or legal guardian, and I agree that they apply.`}
      />
      {error && (
        <p id="agreed-error" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

interface DeclineDialogProps extends GuardianAnswerProps {
  onClose: () => void;
  onDeclined: () => void;
}

function DeclineDialog({ token, applicant, onClose, onDeclined }: DeclineDialogProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      await call(guardians.declineAsGuardian, { body: { token } });
      onDeclined();
    } catch (failure) {
      setError(toApiError(failure).message);
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title="You don't agree?"
      description={`We email ${applicant}, our reviewers see your answer, and this link stops working.`}
      confirmLabel="I don't agree"
      busyLabel="Sending..."
      busy={busy}
      error={error}
      onConfirm={() => void send()}
    />
  );
}

const Answered = ({ answer, applicant }: { answer: "consented" | "declined"; applicant: string }) => (
  <AuthHeading title={answer === "consented" ? "Thank you for your consent" : "We have noted your answer"}>
    {answer === "consented"
      ? `We have emailed ${applicant}. To withdraw your consent, write to us.`
      : `We have emailed ${applicant} that you do not agree. You don't need to do anything else.`}
  </AuthHeading>
);
