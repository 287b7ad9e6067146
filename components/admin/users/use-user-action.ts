"use client";

import { useState } from "react";
import type { UserDto } from "@/lib/users/dto";
import { focusActions } from "../return-focus";

export type UserAction = "details" | "edit" | "approve" | "reject" | "delete";

/** Which dialog is open, and about whom. The person stays known while the dialog closes, so that its words do not vanish first. */
export function useUserAction() {
  const [kind, setKind] = useState<UserAction | null>(null);
  const [user, setUser] = useState<UserDto | null>(null);
  return {
    kind,
    user,
    open: (action: UserAction, about: UserDto) => {
      setUser(about);
      setKind(action);
    },
    /** After a change: the same person as they are now. */
    update: setUser,
    close: () => {
      setKind(null);
      focusActions(user?._id);
    },
  };
}

export type UserActionState = ReturnType<typeof useUserAction>;
