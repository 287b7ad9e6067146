"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { FormProvider, useForm, useFormContext, type UseFormReturn } from "react-hook-form";
import { toast } from "sonner";
import { QueryProvider } from "@/components/auth/query-provider";
import { isStored } from "@/components/forms/documents";
import { FileField } from "@/components/forms/file-field";
import { Form } from "@/components/forms/form";
import { FormFailure } from "@/components/forms/form-failure";
import { FormFields, formGrid, wideField } from "@/components/forms/form-fields";
import { UploadsContext } from "@/components/forms/uploads-context";
import { useSubmit } from "@/components/forms/use-submit";
import { DraftConflict } from "@/components/onboarding/draft-conflict";
import { SaveStatus } from "@/components/onboarding/save-status";
import { useUploads, type UploadTarget } from "@/components/onboarding/use-uploads";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { call } from "@/lib/contract/client";
import { dueDiligence } from "@/lib/due-diligence/api";
import type { DueDiligenceDraftDto } from "@/lib/due-diligence/dto";
import { dueDiligenceSections, sourceDocument } from "@/lib/due-diligence/form";
import { dueDiligenceFormSchema, type DueDiligenceAnswers } from "@/lib/due-diligence/schema";
import type { SubmissionKind } from "@/lib/submission-rules";
import { Owners } from "./owners";
import { useAutosave } from "./use-autosave";
import { answersOf, valuesOf, type DueDiligenceValues } from "./values";

interface DueDiligenceFormProps {
  kind: SubmissionKind;
  userId: string;
  draft: DueDiligenceDraftDto | null;
}

const uploadTarget: UploadTarget = {
  put: async (_, options) => (await call(dueDiligence.putDueDiligenceDocument, options)).data,
  remove: (_, options) => call(dueDiligence.removeDueDiligenceDocument, options),
};

/** Asks for what the law requires before money moves (product 10.41), and saves it as it is typed. */
export function DueDiligenceForm(props: DueDiligenceFormProps) {
  const { kind, draft } = props;
  const form = useForm<DueDiligenceValues, unknown, DueDiligenceAnswers>({
    resolver: zodResolver(dueDiligenceFormSchema<DueDiligenceValues>(kind)),
    mode: "onTouched",
    defaultValues: valuesOf(kind, draft),
  });
  return (
    <QueryProvider>
      <FormProvider {...form}>
        <Screen {...props} form={form} />
      </FormProvider>
    </QueryProvider>
  );
}

type DueDiligenceReturn = UseFormReturn<DueDiligenceValues, unknown, DueDiligenceAnswers>;

function Screen({ kind, userId, draft, form }: DueDiligenceFormProps & { form: DueDiligenceReturn }) {
  const router = useRouter();
  const documents = useUploads(userId, uploadTarget);
  const saved = useAutosave(form, answersOf, userId, draft?.savedAt ?? null);
  const { isSubmitting } = form.formState;
  const submit = useSubmit(form, async (body) => {
    await documents.finish();
    const document = form.getValues("document");
    if (document && !isStored(document)) {
      documents.resume();
      form.setError("document", {
        type: "upload",
        message: "This document has not been uploaded yet. Try again.",
      });
      return;
    }
    saved.pause(true);
    try {
      await call(dueDiligence.sendDueDiligence, { body });
    } catch (error) {
      documents.resume();
      saved.pause(false);
      throw error;
    }
    toast.success("Form sent");
    router.refresh();
    window.scrollTo({ top: 0, behavior: "instant" });
  });
  const { tax, funds, office } = dueDiligenceSections;
  return (
    <UploadsContext value={documents.uploads}>
      <Form aria-label="Due diligence" onSubmit={submit} className="grid grid-cols-1 gap-6">
        <Section title={kind === "corporate" ? "The company" : "About you"}>
          <FormFields fields={tax} variant={kind} />
        </Section>
        <Section title="Where the money comes from">
          <FormFields fields={funds} variant={kind} />
          <div className={wideField}>
            <FileField name="document" definition={sourceDocument} />
          </div>
        </Section>
        <Section title="Public office">
          <FormFields fields={office} variant={kind} />
        </Section>
        {kind === "corporate" && (
          <Card>
            <CardHeading title="Directors and owners">
              Each director, and each person or company that owns 5 % or more. We compare their names with
              lists of sanctions, as the law requires.
            </CardHeading>
            <div className="mt-5">
              <Owners />
            </div>
          </Card>
        )}
        {saved.hasConflict && (
          <DraftConflict
            onUseOther={() => window.location.reload()}
            onKeepThis={saved.keepThis}
            busy={false}
          />
        )}
        <FormFailure />
        <ErrorCount />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type="submit" size="lg" busy={isSubmitting} busyLabel="Sending...">
            Send for review
          </Button>
          <SaveStatus state={saved.state} onRetry={saved.retry} />
        </div>
      </Form>
    </UploadsContext>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeading title={title} />
      <div className={`mt-5 ${formGrid}`}>{children}</div>
    </Card>
  );
}

/** Says after an attempt that answers are missing: the form is longer than the window. */
function ErrorCount() {
  const { errors, submitCount } = useFormContext().formState;
  const { root: _, ...fields } = errors;
  return (
    submitCount > 0 &&
    Object.keys(fields).length > 0 && (
      <p role="status" className="text-sm text-danger">
        Some answers need your attention. They are marked above.
      </p>
    )
  );
}
