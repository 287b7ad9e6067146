"use client";

import { get, type FieldValues } from "react-hook-form";
import type { ReactNode } from "react";
import { isStored } from "@/components/forms/documents";
import { LockContext } from "@/components/forms/lock-context";
import { answerPathOf, formPathsIn, isLockedPath } from "@/lib/onboarding/forms/path-rules";
import { describeChange, type RequestedChangeDto } from "@/lib/onboarding/forms/reason-rules";
import type { SubmissionKind } from "@/lib/submission-rules";

interface LocksProps {
  kind: SubmissionKind;
  /** Without requested changes, the whole form can be changed. */
  changes: readonly RequestedChangeDto[];
  children: ReactNode;
}

/** Unlocks only the fields that a reviewer flagged, and shows the reason at individually flagged fields (product 10.16). */
export function Locks({ kind, changes, children }: LocksProps) {
  const lockOf = (path: string) => {
    const answer = answerPathOf(kind, path);
    if (changes.length === 0 || !answer) return { isLocked: false, request: null };
    const own = changes.find(({ part }) => part === answer);
    return { isLocked: isLockedPath(kind, changes, path), request: own ? describeChange(own) : null };
  };
  return <LockContext value={lockOf}>{children}</LockContext>;
}

/** Stored documents are compared by id. */
const identify = (value: unknown) => (isStored(value) ? value.id : value);

export type ChangedProps = Omit<LocksProps, "children"> & {
  /** The values of the returned submission. */
  base: FieldValues;
};

/** Lists the requested changes, their positions in the form, and whether the values differ from the returned submission. */
export const listChanges = ({ kind, changes, base }: ChangedProps, values: FieldValues) =>
  changes.map((change) => {
    const paths = formPathsIn(kind, change.part);
    const isChanged = (path: string) => identify(get(values, path)) !== identify(get(base, path));
    return { change, path: paths[0] ?? "", isDone: paths.some(isChanged) };
  });
