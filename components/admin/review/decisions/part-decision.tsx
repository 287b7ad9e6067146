"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { Check, Flag, X } from "lucide-react";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { NoteField, ReasonField, SelectField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { lowerFirst, partLabel } from "@/lib/onboarding/forms/part-labels";
import { partReasons } from "@/lib/onboarding/forms/reason-rules";
import { reviewPartSchema, type PartReviewDto } from "@/lib/review/decisions/part-schema";
import type { ReviewPart } from "../answers/sections";
import type { PartReviews } from "./use-part-reviews";

interface PartDecisionProps {
  part: ReviewPart;
  reviews: PartReviews;
}

/** Shows the decision on a section or a document (fine, or flagged with a reason) and that of the previous round. */
export function PartDecision({ part, reviews }: PartDecisionProps) {
  const [isFlagging, setIsFlagging] = useState(false);
  const { isOpen, isBusy, isFine, flagsIn, save } = reviews;
  const flags = flagsIn(part.part);
  const fine = isFine(part.part);
  const before = reviews.before(part.part);
  if (!isOpen && !fine && flags.length === 0 && before.length === 0) return null;
  return (
    <div className="mt-3 grid gap-2 text-sm">
      {before.map((review) => (
        <p key={review.part} className="text-muted">
          {`Last round${review.part === part.part ? "" : `, ${lowerFirst(partLabel(review.part))}`}: ${review.reason === null ? "fine" : describe(review)}. ${reviews.isChanged(review.part) ? "Changed since." : "Unchanged since."}`}
        </p>
      ))}
      {flags.map((flag) => (
        <FlagLine
          key={flag.part}
          flag={flag}
          isWhole={flag.part === part.part}
          onRemove={
            isOpen ? () => void save({ part: flag.part, verdict: "open" }).catch(() => {}) : undefined
          }
        />
      ))}
      {isOpen ? (
        <div className={cn("flex flex-wrap gap-2", !fine && "on-part")}>
          <Button
            size="sm"
            variant="secondary"
            aria-pressed={fine}
            aria-description={part.label}
            disabled={isBusy}
            className={fine ? "border-accent bg-accent-soft text-accent-strong" : undefined}
            icon={<Check aria-hidden className="size-4" />}
            onClick={() => void save({ part: part.part, verdict: fine ? "open" : "fine" }).catch(() => {})}
          >
            Fine
          </Button>
          <Button
            size="sm"
            variant="secondary"
            aria-description={part.label}
            disabled={isBusy}
            icon={<Flag aria-hidden className="size-4" />}
            onClick={() => setIsFlagging(true)}
          >
            Flag
          </Button>
        </div>
      ) : (
        fine && <p className="text-muted">Marked as fine</p>
      )}
      {isFlagging && <FlagDialog part={part} reviews={reviews} onClose={() => setIsFlagging(false)} />}
    </div>
  );
}

const describe = ({ reason, note }: PartReviewDto) =>
  `${reason ? partReasons[reason] : ""}${note ? `. ${note.replace(/\.$/, "")}` : ""}`;

interface FlagLineProps {
  flag: PartReviewDto;
  /** Whether the flag is on the whole part, not on a field in it. */
  isWhole: boolean;
  onRemove: (() => void) | undefined;
}

const FlagLine = ({ flag, isWhole, onRemove }: FlagLineProps) => (
  <p className="flex items-start gap-2 rounded-control bg-warning-soft px-3 py-1.5">
    <Flag aria-hidden className="mt-1 size-4 shrink-0 text-warning" />
    <span className="min-w-0 flex-1 py-0.5 break-words">
      {!isWhole && <span className="font-medium">{`${partLabel(flag.part)}: `}</span>}
      <span>{describe(flag)}</span>
    </span>
    {onRemove && (
      <IconButton
        label={`Remove the flag from ${partLabel(flag.part)}`}
        onClick={onRemove}
        className="-my-1.5 -mr-2"
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    )}
  </p>
);

function FlagDialog({ part, reviews, onClose }: PartDecisionProps & { onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(reviewPartSchema),
    defaultValues: {
      submissionId: reviews.submissionId ?? "",
      part: part.part,
      verdict: "flagged",
      note: "",
    },
  });
  const reason = useWatch({ control: form.control, name: "reason" });
  const fields = part.fields.map((field) => [field.part, field.label] as const);
  return (
    <FormDialog
      form={form}
      send={async (flag) => {
        await reviews.save(flag);
        onClose();
      }}
      onClose={onClose}
      title={`Flag ${part.label}`}
      description="The applicant sees the reason and the note when you request changes."
      submitLabel="Flag"
      busyLabel="Saving..."
    >
      {fields.length > 0 && (
        <SelectField
          name="part"
          label="What"
          options={{ [part.part]: "The whole section", ...Object.fromEntries(fields) }}
        />
      )}
      <ReasonField options={partReasons} />
      <NoteField
        label="Note to the applicant"
        optional={reason !== "other"}
        placeholder="For example: photograph it in daylight, with all four corners."
      />
    </FormDialog>
  );
}
