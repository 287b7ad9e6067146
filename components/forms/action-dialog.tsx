"use client";

import { useState, type ComponentProps } from "react";
import { ConfirmDialog } from "@/components/ui/dialog";
import { toApiError } from "@/lib/contract/client";

interface ActionDialogProps extends Omit<
  ComponentProps<typeof ConfirmDialog>,
  "open" | "busy" | "error" | "onConfirm"
> {
  /** Performs the action, and then closes the dialog or leaves the page. */
  send: () => Promise<unknown>;
}

/** Asks before an action, is locked while it runs, and shows its error. Open while rendered. */
export function ActionDialog({ send, ...dialog }: ActionDialogProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await send();
    } catch (failure) {
      setError(toApiError(failure).message);
      setBusy(false);
    }
  };
  return <ConfirmDialog {...dialog} busy={busy} error={error} onConfirm={() => void confirm()} />;
}
