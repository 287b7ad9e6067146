import { useEffect, useLayoutEffect, useRef, type MouseEvent } from "react";
import { COULD_NOT_LOAD } from "@/lib/contract/messages";
import { Button } from "./button";
import { Spinner } from "./spinner";

/** The second press of a double one, or of somebody impatient, is meant for what was pressed. */
const GRACE_MS = 500;

/**
 * Says that a press was heard while what it opens is being fetched, or that it cannot be had. It is modal already: no key and no press goes to
 * the page meanwhile, but Escape or a press beside it gives up. When it goes, the focus is back on what was pressed.
 */
export function LazyFallback({ failed, onGiveUp }: { failed: boolean; onGiveUp: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const since = useRef(0);
  const close = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    since.current = performance.now();
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    if (failed) close.current?.focus();
  }, [failed]);
  // The backdrop belongs to the dialog itself.
  const beside = (event: MouseEvent) => {
    if (event.target === event.currentTarget && event.timeStamp - since.current > GRACE_MS) onGiveUp();
  };
  return (
    <dialog
      ref={dialog}
      aria-label={failed ? "Couldn&apos;t open" : "Opening"}
      aria-busy={failed ? undefined : true}
      onCancel={(event) => {
        event.preventDefault();
        onGiveUp();
      }}
      onClick={beside}
      className="m-auto rounded-card border border-line bg-surface p-4 text-ink shadow-raised outline-none backdrop:bg-transparent open:animate-fade"
    >
      {failed ? (
        <div role="alert" className="grid max-w-72 justify-items-end gap-4">
          <p className="leading-6">{COULD_NOT_LOAD}</p>
          <Button ref={close} variant="secondary" onClick={onGiveUp}>
            Close
          </Button>
        </div>
      ) : (
        <Spinner className="size-6 text-accent" />
      )}
    </dialog>
  );
}
