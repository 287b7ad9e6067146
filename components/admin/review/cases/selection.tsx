"use client";

import dynamic from "next/dynamic";
import { X } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { useSession } from "@/components/auth/session-provider";
import { useSelection } from "@/components/data-table/use-selection";
import { Button, IconButton } from "@/components/ui/button";
import { displayName } from "../../labels";
import type { ListedUser } from "../../queries";
import { describeAssignment } from "./describe-assignment";
import { useAssignment } from "./queries";

const AssignDialog = dynamic(() => import("./assign-dialog").then((module) => module.AssignDialog));

export type Selection = ReturnType<typeof useCaseSelection>;

/** Tracks the cases that the reviewer has selected, while selection is on. */
export function useCaseSelection(rows: readonly ListedUser[]) {
  const [isOn, setIsOn] = useState(false);
  const selection = useSelection(rows, displayName);
  return {
    ...selection,
    isOn,
    setIsOn: (on: boolean) => {
      setIsOn(on);
      selection.clear();
    },
    /** Selects or deselects the focused row. */
    toggleFocused: () => {
      setIsOn(true);
      selection.toggleFocused();
    },
  };
}

/** Shows the actions for the selected cases. */
export function SelectionBar({ selection: { ids, clear } }: { selection: Selection }) {
  const { user } = useSession();
  const assignment = useAssignment();
  const [isAssigning, setIsAssigning] = useState(false);
  if (ids.length === 0) return null;
  const count = `${ids.length} ${ids.length === 1 ? "case" : "cases"}`;
  const assign = (reviewerId: string | null, outcome: string) =>
    assignment.mutate(
      { userIds: ids, reviewerId },
      {
        onSuccess: (result) => {
          const { text, isComplete } = describeAssignment(result, outcome);
          (isComplete ? toast.success : toast.warning)(text);
          clear();
        },
        onError: ({ message }) => toast.error(message),
      },
    );
  const isBusyWith = (reviewerId: string | null | undefined) =>
    assignment.isPending && assignment.variables.reviewerId === reviewerId;
  return (
    <div
      role="group"
      aria-label="Selected cases"
      className="sticky top-[calc(var(--header-height)+0.5rem)] z-20 flex flex-wrap items-center gap-2 rounded-card border border-accent-line bg-accent-soft px-4 py-2"
    >
      <span role="status" className="mr-auto text-[0.9375rem] font-medium">
        {`${count} selected`}
      </span>
      <Button
        size="sm"
        busy={isBusyWith(user?._id)}
        onClick={() => user && assign(user._id, "assigned to you")}
      >
        Assign to me
      </Button>
      <Button size="sm" variant="secondary" onClick={() => setIsAssigning(true)}>
        Assign
      </Button>
      <Button size="sm" variant="secondary" busy={isBusyWith(null)} onClick={() => assign(null, "released")}>
        Release
      </Button>
      <IconButton label="Clear the selection" onClick={clear} className="-mr-2">
        <X aria-hidden className="size-5" />
      </IconButton>
      {isAssigning && (
        <AssignDialog
          userIds={ids}
          title={`Assign ${count}`}
          onClose={() => setIsAssigning(false)}
          onDone={clear}
        />
      )}
    </div>
  );
}
