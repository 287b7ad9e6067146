"use client";

import { Copy, Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Allowed } from "@/components/auth/allowed";
import { IconButton } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { RevealDialog } from "./reveal-dialog";

interface SecretNumberProps {
  userId: string;
  label: string;
  /** Bullets and the last 4 characters. */
  masked: string;
  field: string;
}

/**
 * Shows a number that is masked until it is revealed by a call, which asks for a reason and is recorded in the audit log. Copying also
 * reveals it, but leaves it masked on the screen. Once hidden again, a number is no longer stored here.
 */
export function MaskedNumber({ userId, label, masked, field }: SecretNumberProps) {
  const [shown, setShown] = useState<string | null>(null);
  const [asking, setAsking] = useState<"Show" | "Copy" | null>(null);

  const copy = () => (shown ? void copyText(shown) : setAsking("Copy"));
  const toggle = () => (shown ? setShown(null) : setAsking("Show"));

  const finish = (value: string) => {
    setAsking(null);
    if (asking === "Copy") void copyText(value);
    else setShown(value);
  };

  const Icon = shown ? EyeOff : Eye;
  return (
    <span translate="no" className="flex items-center gap-0.5 has-[button]:-my-2">
      {/* Screen readers announce the number when it is shown, but not the bullets. */}
      <span aria-live="polite" className="mr-1.5 min-w-[7.5rem] figures">
        <span aria-hidden={!shown || undefined} className="break-all">
          {shown ?? masked}
        </span>
        {!shown && <span className="sr-only">{`Ends in ${masked.slice(-4)}`}</span>}
      </span>
      <Allowed to="cases.decide">
        <IconButton
          label={`${shown ? "Hide" : "Show"} ${label}`}
          aria-pressed={shown !== null}
          onClick={toggle}
        >
          <Icon aria-hidden className="size-5" />
        </IconButton>
        <IconButton label={`Copy ${label}`} onClick={copy}>
          <Copy aria-hidden className="size-5" />
        </IconButton>
      </Allowed>
      {asking && (
        <RevealDialog
          userId={userId}
          field={field}
          title={`${asking} ${label}`}
          confirmLabel={asking}
          onRevealed={finish}
          onClose={() => setAsking(null)}
        />
      )}
    </span>
  );
}
