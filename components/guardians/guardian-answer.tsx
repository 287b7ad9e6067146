"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useFormContext } from "react-hook-form";
import { AuthForm, AuthHeading } from "@/components/auth/auth-form";
import { ActionDialog } from "@/components/forms/action-dialog";
import { FormFields } from "@/components/forms/form-fields";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { call } from "@/lib/contract/client";
import { initialValues } from "@/lib/forms/definition";
import { guardians } from "@/lib/guardians/api";
import { consentSchema } from "@/lib/guardians/schema";
import { guardianGroup } from "@/lib/onboarding/forms/guardian-form";
import { paths } from "@/lib/routes/paths";

const resolver = zodResolver(consentSchema);

export const InvalidLink = () => (
  <>
    <AuthHeading title="This link no longer works">
      It has expired, was replaced by a newer one or is no longer needed. If we still need your answer, ask
      the person who named you to send it again.
    </AuthHeading>
    <TextLink href={paths.home()}>Go to the home page</TextLink>
  </>
);

interface LinkProps {
  token: string;
  /** The name of the user who requests the consent. */
  applicant: string;
}

interface GuardianAnswerProps extends LinkProps {
  consentedAt: string | null;
}

/** Shows the page behind the emailed link: the parent or guardian responds, or withdraws their consent (product 10.24). */
export function GuardianAnswer({ token, applicant, consentedAt }: GuardianAnswerProps) {
  const [answer, setAnswer] = useState<"consented" | "declined" | "withdrew" | null>(null);
  if (answer === "declined" || answer === "withdrew")
    return <Declined answer={answer} applicant={applicant} />;
  return answer === "consented" || consentedAt ? (
    <Consented
      token={token}
      applicant={applicant}
      consentedAt={answer ? null : consentedAt}
      onWithdrawn={() => setAnswer("withdrew")}
    />
  ) : (
    <ConsentForm
      token={token}
      applicant={applicant}
      onConsented={() => setAnswer("consented")}
      onDeclined={() => setAnswer("declined")}
    />
  );
}

interface ConsentFormProps extends LinkProps {
  onConsented: () => void;
  onDeclined: () => void;
}

/** Asks a parent or guardian for their own identity and their consent. */
function ConsentForm({ token, applicant, onConsented, onDeclined }: ConsentFormProps) {
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
  return (
    <>
      <AuthHeading title={`Do you agree to ${applicant}'s application?`}>
        {`${applicant} is under 18 and named you as their parent or guardian. If you agree, tell us who you are. Our reviewers will see your answers; ${applicant} will see only your name.`}
      </AuthHeading>
      <AuthForm
        form={form}
        send={async (body) => {
          await call(guardians.consentAsGuardian, { body });
          onConsented();
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
          title="You don't agree?"
          description={`We'll email ${applicant}, our reviewers will see your answer, and this link will stop working.`}
          confirmLabel="I don't agree"
          onClose={() => setIsDeclining(false)}
          onDeclined={onDeclined}
        />
      )}
    </>
  );
}

function Agreement({ applicant }: Pick<LinkProps, "applicant">) {
  const { register, formState } = useFormContext<{ agreed: boolean }>();
  const error = formState.errors.agreed?.message;
  return (
    <div>
      <Checkbox
        {...register("agreed")}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "agreed-error" : undefined}
        label={`I am ${applicant}'s parent or legal guardian, and I agree to their application.`}
      />
      {error && (
        <p id="agreed-error" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

interface DeclineDialogProps {
  token: string;
  title: string;
  description: string;
  confirmLabel: string;
  onClose: () => void;
  onDeclined: () => void;
}

const DeclineDialog = ({ token, onDeclined, ...dialog }: DeclineDialogProps) => (
  <ActionDialog
    {...dialog}
    busyLabel="Sending..."
    send={async () => {
      await call(guardians.declineAsGuardian, { body: { token } });
      onDeclined();
    }}
  />
);

interface ConsentedProps extends LinkProps {
  /** Null just after consenting. */
  consentedAt: string | null;
  onWithdrawn: () => void;
}

function Consented({ token, applicant, consentedAt, onWithdrawn }: ConsentedProps) {
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  return (
    <>
      <AuthHeading title={consentedAt ? "You have consented" : "Thank you for your consent"}>
        {`${
          consentedAt
            ? `On ${formatDate(consentedAt)} you agreed to ${applicant}'s application.`
            : `We have emailed ${applicant}.`
        } Keep our email: you can use its link to withdraw your consent until ${applicant} turns 18.`}
      </AuthHeading>
      <Button variant="secondary" className="w-full" onClick={() => setIsWithdrawing(true)}>
        Withdraw my consent
      </Button>
      {isWithdrawing && (
        <DeclineDialog
          token={token}
          title="Withdraw your consent?"
          description={`We'll delete your details, email ${applicant} and inform our reviewers. This link will stop working.`}
          confirmLabel="Withdraw my consent"
          onClose={() => setIsWithdrawing(false)}
          onDeclined={onWithdrawn}
        />
      )}
    </>
  );
}

const Declined = ({ answer, applicant }: { answer: "declined" | "withdrew"; applicant: string }) => (
  <AuthHeading
    title={answer === "withdrew" ? "You have withdrawn your consent" : "We have recorded your answer"}
  >{`We have emailed ${applicant} to say that you do not agree. You don't need to do anything else.`}</AuthHeading>
);
