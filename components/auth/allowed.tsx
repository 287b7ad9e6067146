"use client";

import type { ReactNode } from "react";
import { can, type BackOfficeAccess } from "@/lib/rights";
import { useSession } from "./session-provider";
import { subjectOf } from "./subject";

/** Whether the user of this page has a right. The server checks it again. */
export function useRight(access: BackOfficeAccess): boolean {
  const { user } = useSession();
  return user !== null && can(subjectOf(user), access);
}

/** Shows what only users with this right can do. */
export const Allowed = ({ to, children }: { to: BackOfficeAccess; children: ReactNode }) =>
  useRight(to) && children;
