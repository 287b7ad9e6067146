"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { ArrowLeft, ArrowRight, Bookmark, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useState, type ReactNode } from "react";
import { FormProvider, useForm, type FieldValues, type UseFormReturn } from "react-hook-form";
import { QueryProvider } from "@/components/auth/query-provider";
import { Form } from "@/components/forms/form";
import { UploadsContext } from "@/components/forms/uploads-context";
import { WizardFrame } from "@/components/forms/wizard-frame";
import { Button, IconButton } from "@/components/ui/button";
import { formatDateTime } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { PageSpinner } from "@/components/ui/spinner";
import { CHECK_CONSENT } from "@/lib/onboarding/forms/consent-rules";
import type { RequestedChangeDto } from "@/lib/onboarding/forms/reason-rules";
import { paths } from "@/lib/routes/paths";
import type { UserDto } from "@/lib/users/dto";
import { listChanges, Locks } from "./locks";
import { SaveStatus } from "./save-status";
import { useWizard } from "./use-wizard";
import type { WizardForm } from "./wizard-form";

// Loaded when another device has changed the form.
const DraftConflict = dynamic(() => import("./draft-conflict").then((module) => module.DraftConflict));
// These are loaded only by returned forms.
const Rejection = dynamic(() => import("./rejection").then((module) => module.Rejection));
const RequestedChanges = dynamic(() =>
  import("./requested-changes").then((module) => module.RequestedChanges),
);
const UnchangedDialog = dynamic(() => import("./requested-changes").then((module) => module.UnchangedDialog));

interface WizardProps<Values extends FieldValues> {
  definition: WizardForm<Values>;
  title: string;
  intro: ReactNode;
  user: UserDto;
  /** The changes requested by a reviewer: only those fields are unlocked. */
  requestedChanges: readonly RequestedChangeDto[];
  /** Whether the form has Save Progress (product 2.5). */
  canSaveProgress?: boolean;
  children: (step: number) => ReactNode;
}

/** Shows a verification form step by step. */
export function Wizard<Values extends FieldValues>(props: WizardProps<Values>) {
  const { definition, user } = props;
  // The initial values do not change with the user.
  const [base] = useState(() => definition.initialValues(user));
  const form = useForm({
    resolver: zodResolver(definition.schema, undefined, { raw: true }),
    mode: "onChange",
    values: base,
  });
  return (
    <QueryProvider>
      <FormProvider {...form}>
        <WizardScreen {...props} form={form} base={base} />
      </FormProvider>
    </QueryProvider>
  );
}

function WizardScreen<Values extends FieldValues>({
  form,
  base,
  ...props
}: WizardProps<Values> & { form: UseFormReturn<Values>; base: Values }) {
  const { definition, user } = props;
  const wizard = useWizard(definition, form, base, user);
  const { frame, step, last, goTo, failure, isSending, isSubmitted, uploads, draft } = wizard;
  const [unchanged, setUnchanged] = useState<readonly string[] | null>(null);
  if (isSubmitted) return <PageSpinner label="Submitted. One moment, please" />;

  const saving = (className: string) => (
    <div className={className}>
      <SaveStatus state={draft.state} onRetry={draft.retry} />
      {props.canSaveProgress && (
        <Button
          variant="quiet"
          className="-ml-4 sm:ml-0"
          busy={draft.progress.isPending}
          onClick={() => draft.progress.mutate()}
          icon={<Bookmark aria-hidden className="size-4" />}
        >
          Save Progress
        </Button>
      )}
    </div>
  );
  const isRejected = user.verification.status === "rejected";
  const { requestedChanges: changes } = props;
  const confirm = () => {
    const left = listChanges({ kind: definition.kind, changes, base }, form.getValues()).flatMap(
      ({ change, isDone }) => (isDone ? [] : [change.label]),
    );
    if (left.length > 0) setUnchanged(left);
    return left.length === 0;
  };

  return (
    <UploadsContext value={uploads}>
      <div ref={frame}>
        <Form onSubmit={(event) => wizard.onSubmit(event, confirm)} waiting={!draft.isReady}>
          <WizardFrame
            title={props.title}
            intro={
              <>
                {props.intro}{" "}
                <TextLink href={`${paths.about()}#privacy`} target="_blank" className="whitespace-nowrap">
                  How we protect your data
                </TextLink>
              </>
            }
            steps={definition.steps}
            current={step}
            onBack={goTo}
            locked={isSending}
            notice={
              (isRejected || failure.length > 0 || draft.origin) && (
                <div className="grid grid-cols-1 gap-4">
                  {isRejected &&
                    (changes.length > 0 ? (
                      <RequestedChanges
                        kind={definition.kind}
                        changes={changes}
                        base={base}
                        onGo={wizard.goToField}
                      />
                    ) : (
                      <Rejection user={user} />
                    ))}
                  {failure.length > 0 && <Failure messages={failure} />}
                  {draft.origin && (
                    <Continued
                      {...draft.origin}
                      title={
                        draft.origin.step > step ? definition.steps[draft.origin.step]?.title : undefined
                      }
                      onGo={goTo}
                      onDismiss={draft.dismissOrigin}
                    />
                  )}
                </div>
              )
            }
            question={
              draft.hasConflict &&
              !isSending && (
                <DraftConflict
                  onUseOther={draft.loadOther.mutate}
                  onKeepThis={draft.keepThis}
                  busy={draft.loadOther.isPending}
                />
              )
            }
            actions={
              <div className="flex flex-wrap items-center gap-3">
                {/* The consent is beside the button, which is always visible. */}
                {step === last && <p className="basis-full text-sm leading-5 text-muted">{CHECK_CONSENT}</p>}
                {step > 0 && (
                  <Button
                    variant="secondary"
                    disabled={isSending}
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
                  busy={isSending}
                  busyLabel={step === last ? "Submitting..." : undefined}
                >
                  <span>{step === last ? "Submit Verification" : "Next"}</span>
                  {step < last && <ArrowRight aria-hidden className="size-4" />}
                </Button>
              </div>
            }
          >
            <Locks kind={definition.kind} changes={changes}>
              {props.children(step)}
            </Locks>
            {saving("mt-6 flex min-h-11 flex-row-reverse items-center justify-between gap-3 sm:hidden")}
          </WizardFrame>
        </Form>
      </div>
      {unchanged && (
        <UnchangedDialog
          labels={unchanged}
          onSubmit={() => {
            setUnchanged(null);
            void wizard.submit();
          }}
          onClose={() => setUnchanged(null)}
        />
      )}
    </UploadsContext>
  );
}

interface ContinuedProps {
  savedAt: string | null;
  step: number;
  /** The title of a later step at which the draft was saved. */
  title: string | undefined;
  onGo: (step: number) => void;
  onDismiss: () => void;
}

/** Shows when the draft was saved, with a button to its step. */
function Continued({ savedAt, step, title, onGo, onDismiss }: ContinuedProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 rounded-card bg-sunken py-1 pr-1 pl-4 text-sm leading-5">
      <p role="status" className="min-w-0 flex-1 py-2 text-muted">
        {savedAt ? `Continued from ${formatDateTime(savedAt)}` : "Continued from your saved progress"}
      </p>
      {/* On phones the button has a separate line. */}
      <span aria-hidden className="order-last basis-full sm:hidden" />
      {title && (
        <Button
          variant="quiet"
          size="sm"
          className="order-last -ml-3 min-h-11 text-accent sm:order-none sm:ml-0"
          onClick={() => {
            onGo(step);
            onDismiss();
          }}
        >
          {`Go to step ${step + 1}: ${title}`}
        </Button>
      )}
      <IconButton label="Dismiss" onClick={onDismiss}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
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
