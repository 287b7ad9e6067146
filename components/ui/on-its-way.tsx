import { useLayoutEffect, useRef } from "react";
import { COULD_NOT_LOAD } from "@/lib/api/messages";
import { Button } from "./button";
import { Spinner } from "./spinner";

/**
 * Says that a press was heard while what it opens is being fetched, or that it cannot be had. It is modal already: no key and no press goes to
 * the page meanwhile, but Escape or a press gives up. When it goes, the focus is back on what was pressed.
 */
export function OnItsWay({ failed, onGiveUp }: { failed: boolean; onGiveUp: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label="Opening"
      aria-busy={!failed}
      onCancel={(event) => {
        event.preventDefault();
        onGiveUp();
      }}
      onClick={onGiveUp}
      className="m-auto rounded-card border border-line bg-surface p-4 text-ink shadow-raised outline-none backdrop:bg-transparent open:animate-fade"
    >
      {failed ? (
        <div role="alert" className="grid max-w-72 justify-items-end gap-4">
          <p className="leading-6">{COULD_NOT_LOAD}</p>
          <Button variant="secondary">Close</Button>
        </div>
      ) : (
        <Spinner className="size-6 text-accent" />
      )}
    </dialog>
  );
}
