"use client";

import { useCallback, useState } from "react";
import type { UserSummaryDto } from "@/lib/users/dto";
import { focusRowMenu } from "../return-focus";

export type UserAction = "details" | "edit" | "approve" | "reject" | "delete";

/** Which dialog is open, and about whom. The person stays known while the dialog closes, so that its words do not vanish first. */
export function useUserAction() {
  const [kind, setKind] = useState<UserAction | null>(null);
  const [user, setUser] = useState<UserSummaryDto | null>(null);
  // The same as long as it is used, so that the list under a dialog is not drawn again.
  const open = useCallback((action: UserAction, about: UserSummaryDto) => {
    setUser(about);
    setKind(action);
  }, []);
  return {
    kind,
    user,
    open,
    /** After a change: the same person as they are now. */
    update: setUser,
    close: () => {
      setKind(null);
      focusRowMenu(user?._id);
    },
  };
}

export type UserActionState = ReturnType<typeof useUserAction>;
