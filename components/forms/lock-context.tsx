"use client";

import { createContext, use, type ReactNode } from "react";

/** What a form allows at a field: some forms are reopened for a few corrections only. */
interface FieldLock {
  isLocked: boolean;
  /** What has to be corrected here. */
  request: string | null;
}
const open: FieldLock = { isLocked: false, request: null };

export const LockContext = createContext<(path: string) => FieldLock>(() => open);
export const useFieldLock = (path: string): FieldLock => use(LockContext)(path);

/** Disables a locked field without a change of its value. */
export const Lockable = ({ isLocked, children }: { isLocked: boolean; children: ReactNode }) =>
  isLocked ? (
    <fieldset disabled data-locked="" className="contents">
      {children}
    </fieldset>
  ) : (
    children
  );
