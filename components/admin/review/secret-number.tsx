"use client";

import { Copy, Eye, EyeOff } from "lucide-react";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { IconButton } from "@/components/ui/button";
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
 * A number of which the server tells only the end until somebody asks for the whole, which it writes down. Copying asks too:
 * bullets are never copied, and what is copied stays masked on the screen. Once hidden, the number is forgotten here.
 */
export function MaskedNumber({ userId, label, masked, field }: SecretNumberProps) {
  const [shown, setShown] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // State is too late for the second press of a double click, and each call is a line in the audit log.
  const asking = useRef(false);

  const ask = async (): Promise<string | null> => {
    if (shown) return shown;
    if (asking.current) return null;
    asking.current = true;
    setBusy(true);
    setProblem(null);
    try {
      return (await call(admin.reveal, { params: { userId }, body: { field } })).data.value;
    } catch (error) {
      setProblem(toApiError(error).message);
      return null;
    } finally {
      asking.current = false;
      setBusy(false);
    }
  };

  const copy = async () => {
    const value = await ask();
    if (!value) return;
    try {
      await navigator.clipboard.writeText(value);
      toast.success("Copied");
    } catch {
      toast.error("Copy failed");
    }
  };

  const toggle = () => {
    setProblem(null);
    if (shown) setShown(null);
    else void ask().then((value) => value && setShown(value));
  };

  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="block">
      <span className="-my-2 flex items-center gap-0.5">
        {/* Read out when it changes; bullets are spared the listener. */}
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
