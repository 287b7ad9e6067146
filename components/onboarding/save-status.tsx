import { Check, LoaderCircle } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { SaveState } from "./draft-machine";

/** Shows whether the answers are saved. The status is not announced, because it changes while the user types. */
export function SaveStatus({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  if (state === "clean") return <span />;
  if (state === "unsaved")
    return (
      <span className="flex items-center gap-1.5 text-sm whitespace-nowrap text-danger">
        Not saved yet
        <Button variant="quiet" size="sm" onClick={onRetry}>
          Try again
        </Button>
      </span>
    );
  const Icon = state === "saved" ? Check : LoaderCircle;
  return (
    <span className="flex items-center gap-1.5 text-sm whitespace-nowrap text-muted">
      <Icon aria-hidden className={state === "saved" ? "size-4" : "size-4 animate-spin"} />
      <span>{state === "saved" ? "Saved" : "Saving…"}</span>
    </span>
  );
}
