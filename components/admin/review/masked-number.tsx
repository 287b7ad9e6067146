"use client";

import { Copy, Eye, EyeOff } from "lucide-react";
import { useRef, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { Spinner } from "@/components/ui/spinner";
import { call, toApiError } from "@/lib/contract/client";
import { admin } from "@/lib/contract/endpoints/admin";

interface SecretNumberProps {
  userId: string;
  label: string;
  /** Bullets and the last 4 characters. */
  masked: string;
  field: string;
}

/**
 * A number that is masked until it is revealed by a call, which the audit log records. Copying reveals it too, but leaves it masked on
 * the screen. A number that is hidden again is no longer stored here.
 */
export function MaskedNumber({ userId, label, masked, field }: SecretNumberProps) {
  const [shown, setShown] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // A ref, because state is updated too late for a double click, and each call is recorded in the audit log.
  const isRevealing = useRef(false);

  const reveal = async (): Promise<string | null> => {
    if (shown) return shown;
    if (isRevealing.current) return null;
    isRevealing.current = true;
    setBusy(true);
    setProblem(null);
    try {
      return (await call(admin.reveal, { params: { userId }, body: { field } })).data.value;
    } catch (error) {
      setProblem(toApiError(error).message);
      return null;
    } finally {
      isRevealing.current = false;
      setBusy(false);
    }
  };

  const copy = async () => {
    const value = await reveal();
    if (value) await copyText(value);
  };

  const toggle = () => {
    setProblem(null);
    if (shown) setShown(null);
    else void reveal().then((value) => value && setShown(value));
  };

  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="block">
      <span className="-my-2 flex items-center gap-0.5">
        {/* Screen readers announce the number when it is shown, but not the bullets. */}
        <span aria-live="polite" className="mr-1.5 min-w-[7.5rem] figures">
          <span aria-hidden={!shown || undefined} className="break-all">
            {shown ?? masked}
          </span>
          {!shown && <span className="sr-only">Ends in {masked.slice(-4)}</span>}
        </span>
        <IconButton
          label={`${shown ? "Hide" : "Show"} ${label}`}
          aria-pressed={shown !== null}
          aria-disabled={busy || undefined}
          onClick={toggle}
        >
          {busy ? <Spinner className="size-5" /> : <Icon aria-hidden className="size-5" />}
        </IconButton>
        <IconButton label={`Copy ${label}`} aria-disabled={busy || undefined} onClick={() => void copy()}>
          <Copy aria-hidden className="size-5" />
        </IconButton>
      </span>
      {problem && (
        <span role="alert" className="mt-1 block text-sm text-danger">
          {problem}
        </span>
      )}
    </span>
  );
}
