"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { NoteField, RadioField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { call, type ApiError } from "@/lib/contract/client";
import type { DuplicateVerdict } from "@/lib/onboarding/link-rules";
import { review } from "@/lib/review/api";
import {
  duplicateDecisionSchema,
  verdictLabels,
  type DuplicateDecisionInput,
} from "@/lib/review/duplicates/schema";
import type { DuplicateDecisionDto, ErasedMatchDto } from "@/lib/users/dto";
import { adminKeys } from "../../keys";

/** The user or record that a decision links to the user, as the reviewer sees it. */
export interface DuplicatePair {
  other: { otherId: string } | { recordId: string };
  name: string;
  links: ErasedMatchDto["links"];
  decision: DuplicateDecisionDto | null;
}

interface Texts {
  verdicts: Record<DuplicateVerdict, string>;
  note: string;
}
const accountTexts: Texts = {
  verdicts: {
    same_person: "One person with two accounts",
    household: "Family or colleagues who share this",
    coincidence: "Two applicants with nothing to do with each other",
  },
  note: "For reviewers only. Deleted with either account.",
};
const erasedTexts: Texts = {
  verdicts: {
    same_person: "The erased data belonged to this applicant",
    household: "The erased data belonged to family or a colleague who shared this",
    coincidence: "The erased data has nothing to do with this applicant",
  },
  note: "For reviewers only. Deleted with this account, or with the record of the erased data.",
};

/** Asks how two users, or a user and erased data, are related (product 10.20). */
export function DuplicateDialog({
  userId,
  pair,
  onClose,
}: {
  userId: string;
  pair: DuplicatePair;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const decide = useMutation<unknown, ApiError, DuplicateDecisionInput>({
    mutationFn: (body) => call(review.decideOnDuplicate, { params: { userId }, body }),
    // The decision concerns both cases, whose reviews and comparisons show it.
    onSettled: (_data, _error, { otherId }) =>
      Promise.all(
        [userId, otherId].flatMap((id) =>
          id ? client.invalidateQueries({ queryKey: adminKeys.user(id) }) : [],
        ),
      ),
  });
  const { verdicts, note } = "recordId" in pair.other ? erasedTexts : accountTexts;
  const form = useForm({
    resolver: zodResolver(duplicateDecisionSchema),
    defaultValues: {
      ...pair.other,
      seen: [...new Set(pair.links.map(({ key }) => key))],
      verdict: pair.decision?.verdict,
      note: pair.decision?.note ?? "",
    },
  });
  return (
    <FormDialog
      form={form}
      send={async (body) => {
        await decide.mutateAsync(body);
        toast.success("Decision saved");
        onClose();
      }}
      onClose={onClose}
      title={`Decide on ${pair.name}`}
      description="We'll ask again only if another detail matches. The decision does not approve or reject anyone."
      submitLabel="Save decision"
      busyLabel="Saving..."
    >
      <RadioField
        name="verdict"
        label="How are they related?"
        options={(Object.keys(verdicts) as DuplicateVerdict[]).map((value) => ({
          value,
          label: verdictLabels[value],
          description: verdicts[value],
        }))}
      />
      <NoteField optional help={note} />
    </FormDialog>
  );
}
