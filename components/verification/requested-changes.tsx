"use client";

import { CircleCheck, CircleDashed } from "lucide-react";
import { get, useWatch, type FieldValues } from "react-hook-form";
import { isStored } from "@/components/forms/documents";
import { LockContext } from "@/components/forms/lock-context";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { answerPathOf, formPathsIn, isLockedPath } from "@/lib/verification/form-paths";
import { describeChange, type RequestedChangeDto } from "@/lib/verification/part-reasons";
import type { SubmissionKind } from "@/lib/verification/policy";
import type { ReactNode } from "react";

interface LocksProps {
  kind: SubmissionKind;
  /** Without requested changes all of the form can be changed. */
  changes: readonly RequestedChangeDto[];
  children: ReactNode;
}

/** Opens only the fields that a reviewer flagged, and says why at those that were flagged by themselves (product 10.16). */
export function Locks({ kind, changes, children }: LocksProps) {
  const lockOf = (path: string) => {
    const answer = answerPathOf(kind, path);
    if (changes.length === 0 || !answer) return { isLocked: false, request: null };
    const own = changes.find(({ part }) => part === answer);
    return { isLocked: isLockedPath(kind, changes, path), request: own ? describeChange(own) : null };
  };
  return <LockContext value={lockOf}>{children}</LockContext>;
}

/** Stored documents are the same if their ids are. */
const identify = (value: unknown) => (isStored(value) ? value.id : value);

type ChangedProps = Omit<LocksProps, "children"> & {
  /** The values of the submission that was returned. */
  base: FieldValues;
};

/** What a reviewer asked for, where it is in the form, and whether it differs from the submission that was returned. */
export const listChanges = ({ kind, changes, base }: ChangedProps, values: FieldValues) =>
  changes.map((change) => {
    const paths = formPathsIn(kind, change.part);
    const isChanged = (path: string) => identify(get(values, path)) !== identify(get(base, path));
    return { change, path: paths[0] ?? "", isDone: paths.some(isChanged) };
  });

/** Shows what the applicant has to fix, and how much of it is done. */
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
  /** What was asked for and is as it was. */
  labels: readonly string[];
  onSubmit: () => void;
  onClose: () => void;
}

/** Asks before a submission without everything that was asked for. */
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
