"use client";

import { createContext, use, type ReactNode } from "react";

/** The permissions of a field: some forms are reopened only for a few corrections. */
interface FieldLock {
  isLocked: boolean;
  /** The requested correction. */
  request: string | null;
}
const open: FieldLock = { isLocked: false, request: null };

export const LockContext = createContext<(path: string) => FieldLock>(() => open);
export const useFieldLock = (path: string): FieldLock => use(LockContext)(path);

/** Disables a locked field without changing its value. */
export const Lockable = ({ isLocked, children }: { isLocked: boolean; children: ReactNode }) =>
  isLocked ? (
    <fieldset disabled data-locked="" className="contents">
      {children}
    </fieldset>
  ) : (
    children
  );
