"use client";

import { Keyboard } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { isTyping } from "@/components/ui/is-typing";

export interface Shortcut {
  key: string;
  label: string;
  /** Without this function, the key currently has no effect. */
  run?: (() => void) | undefined;
}

/** Whether the user is typing, or a menu or a dialog is open: letters are then not shortcuts. */
const isInputElsewhere = ({ target }: KeyboardEvent): boolean =>
  isTyping(target) || document.querySelector("[role=dialog], [role=alertdialog], dialog[open]") !== null;

/** Provides the single-key shortcuts of a screen, with a button and the key ? that list them. */
export function Shortcuts({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [help, setHelp] = useState(false);
  const all = [...shortcuts, { key: "?", label: "Show keyboard shortcuts", run: () => setHelp(true) }];
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    // Keys are compared in lower case, so that Caps Lock makes no difference.
    const run = all.find(({ key }) => key === event.key.toLowerCase())?.run;
    if (!run || isInputElsewhere(event)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  return (
    <>
      <IconButton
        label="Keyboard shortcuts (?)"
        onClick={() => setHelp(true)}
        className="hidden lg:inline-grid"
      >
        <Keyboard aria-hidden className="size-5" />
      </IconButton>
      <Dialog open={help} onClose={() => setHelp(false)} title="Keyboard shortcuts">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
          {all.map(({ key, label }) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="grid min-w-8 place-items-center rounded-md border border-line-strong bg-sunken px-2 py-1 font-sans text-sm">
                  {key}
                </kbd>
              </dt>
              <dd className="text-[0.9375rem]">{label}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
