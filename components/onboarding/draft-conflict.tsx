"use client";

import { Button } from "@/components/ui/button";

interface DraftConflictProps {
  onUseOther: () => void;
  onKeepThis: () => void;
  busy: boolean;
}

/** Two devices have changed the same form: the user decides whose answers to use. */
export function DraftConflict({ onUseOther, onKeepThis, busy }: DraftConflictProps) {
  const look = { variant: "quiet", size: "sm", className: "min-h-11 text-accent" } as const;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control bg-sunken py-1.5 pr-1.5 pl-4 text-sm leading-5">
      <p className="min-w-52 flex-1 py-1.5">You changed this form on another device</p>
      <div className="-ml-3 flex flex-wrap sm:ml-0">
        <Button {...look} busy={busy} onClick={onUseOther}>
          Use the other version
        </Button>
        <Button {...look} disabled={busy} onClick={onKeepThis}>
          Keep this version
        </Button>
      </div>
    </div>
  );
}
