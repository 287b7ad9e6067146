"use client";

import { X } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button";
import { formatDateTime } from "@/components/ui/format";
import type { WizardStep } from "@/components/forms/wizard-frame";
import type { DraftOrigin } from "./server-draft";

interface ContinueNoticeProps {
  origin: DraftOrigin;
  steps: readonly WizardStep[];
  current: number;
  onGo: (step: number) => void;
  onClose: () => void;
}

/** From where the answers in the form come, and the way to where they ended. */
export function ContinueNotice({ origin, steps, current, onGo, onClose }: ContinueNoticeProps) {
  const target = steps[origin.step];
  return (
    <div className="flex flex-wrap items-center gap-x-2 rounded-card bg-sunken py-1 pr-1 pl-4 text-sm leading-5">
      <p role="status" className="min-w-0 flex-1 py-2 text-muted">
        Continuing your form from {origin.device === "this" ? "this device" : "another device"}
        {origin.savedAt && `, last saved ${formatDateTime(origin.savedAt)}`}
      </p>
      {/* On a phone the way on stands below, on a line of its own. */}
      <span aria-hidden className="order-last basis-full sm:hidden" />
      {target && origin.step > current && (
        <Button
          variant="quiet"
          size="sm"
          className="order-last -ml-3 min-h-11 text-accent sm:order-none sm:ml-0"
          onClick={() => {
            onGo(origin.step);
            onClose();
          }}
        >
          Go to step {origin.step + 1}: {target.title}
        </Button>
      )}
      <IconButton label="Dismiss" onClick={onClose}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
