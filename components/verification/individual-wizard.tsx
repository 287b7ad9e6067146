"use client";

import { ArrowLeft, ArrowRight, Bookmark } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { toast } from "sonner";
import type { UploadState } from "@/components/forms/file-field";
import { Form } from "@/components/forms/form";
import { applyServerErrors, focusFirstInvalid } from "@/components/forms/server-errors";
import { WizardFrame } from "@/components/forms/wizard-frame";
import { SUBMITTED_FLAG } from "@/components/session/private-state";
import { useSession } from "@/components/session/session-provider";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PageSpinner } from "@/components/ui/spinner";
import { toApiError } from "@/lib/api/client";
import { toasts } from "@/lib/api/messages";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { individualSteps, type IndividualFile, type IndividualVariant } from "@/lib/verification/schema";
import { clearDraft } from "./draft";
import {
  fieldsOfStep,
  individualResolver,
  initialValues,
  problems,
  stepOf,
  wizardFields,
  type WizardField,
  type WizardValues,
} from "./individual-form";
import { Rejection } from "./rejection";
import { AccountDetails, BioData, KycDocuments, NextOfKin } from "./steps";
import { submitIndividual, type FileProgress } from "./submit-individual";
import { useDraft } from "./use-draft";

interface IndividualWizardProps {
  variant: IndividualVariant;
  title: string;
  intro: ReactNode;
  user: UserDto;
}

type Sending = { phase: "idle" | "failed" | "done" } | { phase: "sending"; progress: FileProgress | null };
const LAST = individualSteps.length - 1;

export function IndividualWizard({ variant, title, intro, user }: IndividualWizardProps) {
  const router = useRouter();
  const { refreshUser } = useSession();
  const frame = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState(0);
  const [sending, setSending] = useState<Sending>({ phase: "idle" });
  const [failure, setFailure] = useState<string[]>([]);
  // State is too late for the second press of a double click.
  const locked = useRef(false);

  const start = useMemo(() => initialValues(user), [user]);
  const form = useForm<WizardValues>({
    resolver: individualResolver(variant),
    mode: "onChange",
    defaultValues: start,
  });
  const draft = useDraft(form, user._id, variant);
  const busy = sending.phase === "sending";

  /** Set when the next rendering should put the focus on the first field that is wrong. */
  const [focusWrong, setFocusWrong] = useState(0);
  useEffect(() => {
    if (focusWrong > 0) focusFirstInvalid(frame.current);
  }, [focusWrong]);

  const goTo = (next: number) => {
    setStep(next);
    window.scrollTo({ top: 0, behavior: "instant" });
    // The heading takes the focus, so that the keyboard and a screen reader start the new step at its beginning.
    requestAnimationFrame(() => {
      document.getElementById("wizard-step")?.focus({ preventScroll: true });
    });
  };

  const refuse = () => {
    setFocusWrong((count) => count + 1);
    toast.error(toasts.fillRequired);
  };

  const next = async () => {
    if (await form.trigger([...fieldsOfStep(step, variant)])) goTo(step + 1);
    else refuse();
  };

  const submit = async () => {
    if (locked.current) return;
    const values = form.getValues();
    const wrong = [...problems(values, variant).keys()];
    if (wrong.length > 0) {
      setStep(Math.min(...wrong.map((field) => stepOf(field, variant))));
      await form.trigger();
      refuse();
      return;
    }
    locked.current = true;
    setFailure([]);
    setSending({ phase: "sending", progress: null });
    try {
      await submitIndividual(values, variant, (progress) => setSending({ phase: "sending", progress }));
      rememberSubmitted();
      setSending({ phase: "done" });
      toast.success(toasts.verificationSubmitted);
      clearDraft();
      form.reset(start);
      await refreshUser();
      router.replace(paths.verificationSuccess());
    } catch (thrown) {
      locked.current = false;
      setSending({ phase: "failed" });
      showFailure(thrown);
    }
  };

  /** The server's words at their fields, on their step; what fits no field stands above the form. What was typed stays. */
  const showFailure = (thrown: unknown) => {
    const error = toApiError(thrown);
    toast.error(toasts.verificationFailed);
    const { placed, homeless } = applyServerErrors<WizardValues>(form, error, wizardFields as WizardField[]);
    setFailure(
      placed.length > 0 ? homeless : [error.message, ...homeless.filter((text) => text !== error.message)],
    );
    if (placed.length > 0) {
      setStep(Math.min(...placed.map((field) => stepOf(field, variant))));
      setFocusWrong((count) => count + 1);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void (step === LAST ? submit() : next());
  };

  const uploads = (field: IndividualFile): UploadState => {
    if (sending.phase === "sending") return { phase: "uploading", percent: sending.progress?.[field] ?? 0 };
    if (sending.phase === "failed") return { phase: "failed", onRetry: () => void submit() };
    return { phase: "idle" };
  };

  if (sending.phase === "done") return <PageSpinner label="Submitted. One moment" />;

  const saveButton = (className: string) => (
    <Button
      variant="quiet"
      className={className}
      busy={draft.saving}
      onClick={() => void draft.save()}
      icon={<Bookmark aria-hidden className="size-4" />}
    >
      Save Progress
    </Button>
  );

  return (
    <FormProvider {...form}>
      <div ref={frame}>
        <Form onSubmit={onSubmit}>
          <WizardFrame
            title={title}
            intro={intro}
            steps={individualSteps}
            current={step}
            onBack={goTo}
            locked={busy}
            notice={<Notices user={user} failure={failure} />}
            actions={
              <div className="flex items-center gap-3">
                {step > 0 && (
                  <Button
                    variant="secondary"
                    disabled={busy}
                    className="flex-1 sm:flex-none"
                    onClick={() => goTo(step - 1)}
                    icon={<ArrowLeft aria-hidden className="size-4" />}
                  >
                    Previous
                  </Button>
                )}
                {saveButton("ml-auto hidden sm:inline-flex")}
                <Button
                  type="submit"
                  className="flex-[2] sm:flex-none"
                  busy={busy}
                  busyLabel={step === LAST ? "Submitting..." : undefined}
                >
                  {step === LAST ? (
                    "Submit Verification"
                  ) : (
                    <>
                      Next
                      <ArrowRight aria-hidden className="size-4" />
                    </>
                  )}
                </Button>
              </div>
            }
          >
            {step === 0 && <BioData variant={variant} />}
            {step === 1 && <NextOfKin />}
            {step === 2 && <AccountDetails />}
            {step === LAST && <KycDocuments uploads={uploads} />}
            {saveButton("mt-6 -ml-4 sm:hidden")}
          </WizardFrame>
        </Form>
      </div>
    </FormProvider>
  );
}

function Notices({ user, failure }: { user: UserDto; failure: readonly string[] }) {
  const rejected = user.verification.status === "rejected";
  if (!rejected && failure.length === 0) return null;
  return (
    <div className="grid gap-4">
      {rejected && <Rejection reason={user.verification.rejectionReason} />}
      {failure.length > 0 && (
        <Notice tone="danger" role="alert" title="Nothing was submitted. What you typed is still here.">
          {failure.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Notice>
      )}
    </div>
  );
}

function rememberSubmitted(): void {
  try {
    sessionStorage.setItem(SUBMITTED_FLAG, "true");
  } catch {
    // The server knows anyway.
  }
}
