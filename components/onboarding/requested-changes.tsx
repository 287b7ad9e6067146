"use client";

import { CircleCheck, CircleDashed } from "lucide-react";
import { useWatch, type FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { describeChange } from "@/lib/onboarding/forms/reason-rules";
import { listChanges, type ChangedProps } from "./locks";

/** Shows the changes that the applicant must make, and how many are done. */
export function RequestedChanges({ onGo, ...props }: ChangedProps & { onGo: (path: string) => void }) {
  const items = listChanges(props, useWatch<FieldValues>());
  const done = items.filter(({ isDone }) => isDone).length;
  return (
    <Notice
      tone="warning"
      title={`Fix ${items.length === 1 ? "1 item" : `${items.length} items`}: ${done} done`}
    >
      <p>Everything else stays as it is.</p>
      <ul className="mt-2 grid gap-2">
        {items.map(({ change, path, isDone }) => {
          const Icon = isDone ? CircleCheck : CircleDashed;
          return (
            <li key={change.part} className="flex flex-wrap items-start gap-x-2 gap-y-1">
              <Icon aria-hidden className={isDone ? "mt-1 size-4 text-accent" : "mt-1 size-4 text-warning"} />
              <p className="min-w-0 flex-1 basis-52">
                <span className="font-medium">{change.label}</span>
                {isDone && <span className="sr-only"> (done)</span>}
                <span>{`: ${describeChange(change)}`}</span>
              </p>
              <Button
                size="sm"
                variant="secondary"
                onClick={() => onGo(path)}
                aria-label={`Go to ${change.label}`}
              >
                Go to it
              </Button>
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

interface UnchangedDialogProps {
  /** The requested changes that have not been made. */
  labels: readonly string[];
  onSubmit: () => void;
  onClose: () => void;
}

/** Asks before a submission without all requested changes. */
export const UnchangedDialog = ({ labels, onSubmit, onClose }: UnchangedDialogProps) => (
  <ConfirmDialog
    onClose={onClose}
    title="Submit without these changes?"
    description="You haven't changed these yet. If you submit now, we'll probably have to ask you again."
    confirmLabel="Submit anyway"
    cancelLabel="Go back"
    onConfirm={onSubmit}
  >
    <ul className="grid list-disc gap-1 pl-5">
      {labels.map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  </ConfirmDialog>
);
