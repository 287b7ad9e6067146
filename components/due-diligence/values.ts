import { fromDraftFile, type DocumentValue } from "@/components/forms/documents";
import type { FormAnswers } from "@/components/onboarding/wizard-form";
import type { DueDiligenceDraftDto } from "@/lib/due-diligence/dto";
import { dueDiligenceGroup, MAX_OWNERS, ownerFields } from "@/lib/due-diligence/form";
import { initialValues, type TextValues } from "@/lib/forms/definition";
import { withTexts } from "@/lib/forms/values";
import type { SubmissionKind } from "@/lib/submission-rules";

const { fields } = dueDiligenceGroup;

type OwnerValues = TextValues<typeof ownerFields>;
export type DueDiligenceValues = TextValues<typeof fields> & {
  owners: OwnerValues[];
  document: DocumentValue;
};

export const emptyOwner = (): OwnerValues => initialValues(ownerFields);

/** Returns the values of a draft; unknown keys are ignored. */
export function valuesOf(kind: SubmissionKind, draft: DueDiligenceDraftDto | null): DueDiligenceValues {
  const { owners } = draft?.values ?? {};
  const rows: unknown[] = Array.isArray(owners) ? owners.slice(0, MAX_OWNERS) : [];
  const filled = rows.map((row) => withTexts(ownerFields, emptyOwner(), row));
  return {
    ...withTexts(fields, initialValues(fields), draft?.values),
    owners: kind === "individual" ? [] : filled.length > 0 ? filled : [emptyOwner()],
    document: draft?.document ? fromDraftFile(draft.document) : null,
  };
}

/** Returns the values except the document, in the format of the draft. */
export const answersOf = ({ document: _, ...answers }: DueDiligenceValues): FormAnswers => answers;
