"use client";

import { ArrowLeft, ArrowRight, Bookmark, Check, CloudOff } from "lucide-react";
import type { FormEvent, ReactNode, RefObject } from "react";
import { FormProvider, type FieldValues, type UseFormReturn } from "react-hook-form";
import { Form } from "@/components/forms/form";
import { KeptNumbersContext, type PreviousMasks } from "@/components/forms/previous-masks";
import { UploadsContext, type Uploads } from "@/components/forms/uploads-context";
import { WizardFrame, type WizardStep } from "@/components/forms/wizard-frame";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { PageSpinner } from "@/components/ui/spinner";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { DraftConflict } from "./changed-elsewhere";
import { ContinueNotice } from "./continue-notice";
import { Rejection } from "./rejection";
import type { DraftOrigin } from "./server-draft";
import type { SaveState } from "./use-server-draft";
import type { Sending } from "./use-wizard";

interface WizardShellProps<Values extends FieldValues> {
  title: string;
  intro: ReactNode;
  user: UserDto;
  form: UseFormReturn<Values>;
  steps: readonly WizardStep[];
  frame: RefObject<HTMLDivElement | null>;
  wizard: {
    step: number;
    last: number;
    goTo: (step: number) => void;
    onSubmit: (event: FormEvent) => void;
    failure: readonly string[];
    phase: Sending["phase"];
  };
  draft: {
    ready: boolean;
    state: SaveState;
    origin: DraftOrigin | null;
    forgetOrigin: () => void;
    changedElsewhere: boolean;
    takeOther: () => Promise<void>;
    keepThis: () => Promise<void>;
  };
  kept: PreviousMasks;
  uploads: Uploads;
  /** Save Progress, where the form has it (product 2.5). */
  save?: { onSave: () => void; saving: boolean };
  children: ReactNode;
}

/** The frame, the notices and the buttons that all verification forms share. */
export function WizardShell<Values extends FieldValues>({
  title,
  intro,
  user,
  form,
  steps,
  frame,
  wizard,
  draft,
  kept,
  uploads,
  save,
  children,
}: WizardShellProps<Values>) {
  const { step, last, goTo, failure, phase } = wizard;
  const busy = phase === "sending";
  if (phase === "done") return <PageSpinner label="Submitted. One moment, please" />;

  const saving = (className: string) => (
    <div className={className}>
      <Saved state={draft.state} />
      {save && (
        <Button
          variant="quiet"
          className="-ml-4 sm:ml-0"
          busy={save.saving}
          onClick={save.onSave}
          icon={<Bookmark aria-hidden className="size-4" />}
        >
          Save Progress
        </Button>
      )}
    </div>
  );
  const rejected = user.verification.status === "rejected";
  const continues = draft.origin && (
    <ContinueNotice
      origin={draft.origin}
      steps={steps}
      current={step}
      onGo={goTo}
      onClose={draft.forgetOrigin}
    />
  );

  return (
    <FormProvider {...form}>
      <KeptNumbersContext value={kept}>
        <UploadsContext value={uploads}>
          <div ref={frame}>
            <Form onSubmit={wizard.onSubmit} waiting={!draft.ready}>
              <WizardFrame
                title={title}
                intro={
                  <>
                    {intro}{" "}
                    <TextLink href={`${paths.about()}#privacy`} target="_blank" className="whitespace-nowrap">
                      How we protect your data
                    </TextLink>
                  </>
                }
                steps={steps}
                current={step}
                onBack={goTo}
                locked={busy}
                notice={
                  (rejected || failure.length > 0 || continues) && (
                    <div className="grid grid-cols-1 gap-4">
                      {rejected && <Rejection user={user} />}
                      {failure.length > 0 && <Failure messages={failure} />}
                      {continues}
                    </div>
                  )
                }
                question={
                  draft.changedElsewhere &&
                  !busy && <DraftConflict onTake={draft.takeOther} onKeep={draft.keepThis} />
                }
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
                    {saving("ml-auto hidden items-center gap-3 sm:flex")}
                    <Button
                      type="submit"
                      className="flex-[2] sm:flex-none"
                      busy={busy}
                      busyLabel={step === last ? "Submitting..." : undefined}
                    >
                      {step === last ? (
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
                {children}
                {saving("mt-6 flex min-h-11 flex-row-reverse items-center justify-between gap-3 sm:hidden")}
              </WizardFrame>
            </Form>
          </div>
        </UploadsContext>
      </KeptNumbersContext>
    </FormProvider>
  );
}

/** Quiet: it is there for who looks for it, and read out to nobody in the middle of typing. */
function Saved({ state }: { state: SaveState }) {
  if (state === "clean") return <span />;
  const Icon = state === "saved" ? Check : CloudOff;
  return (
    <span className="flex items-center gap-1.5 text-sm whitespace-nowrap text-muted">
      <Icon aria-hidden className="size-4" />
      {state === "saved" ? "Saved" : "Not saved yet"}
    </span>
  );
}

function Failure({ messages }: { messages: readonly string[] }) {
  return (
    <Notice tone="danger" role="alert" title="Your form was not submitted. Your answers are still here.">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Notice>
  );
}
