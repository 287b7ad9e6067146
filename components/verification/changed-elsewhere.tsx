"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";

interface ChangedElsewhereProps {
  onTake: () => Promise<void>;
  onKeep: () => void;
}

/** Two devices filled the same form: which answers count is the person's choice. */
export function DraftConflict({ onTake, onKeep }: ChangedElsewhereProps) {
  const [busy, setBusy] = useState(false);
  const choose = (work: () => Promise<void> | void) => {
    setBusy(true);
    // The buttons go; the keyboard goes on where the step begins.
    void Promise.resolve(work()).finally(() => {
      setBusy(false);
      document.getElementById("wizard-step")?.focus({ preventScroll: true });
    });
  };
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control bg-sunken py-1.5 pr-1.5 pl-4 text-sm leading-5">
      <p className="min-w-52 flex-1 py-1.5">You changed this form on another device</p>
      <div className="-ml-3 flex flex-wrap sm:ml-0">
        <Button
          variant="quiet"
          size="sm"
          className="min-h-11 text-accent"
          busy={busy}
          onClick={() => choose(onTake)}
        >
          Use the other version
        </Button>
        <Button
          variant="quiet"
          size="sm"
          className="min-h-11 text-accent"
          disabled={busy}
          onClick={() => choose(onKeep)}
        >
          Keep this version
        </Button>
      </div>
    </div>
  );
}
