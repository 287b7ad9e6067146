"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { useSession } from "@/components/session/session-provider";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { DELETE_WORD } from "@/lib/account/schema";
import { call, toApiError } from "@/lib/contract/client";
import { auth } from "@/lib/contract/endpoints/auth";
import { paths } from "@/lib/routes/paths";

const erased = [
  "Your name, email address, phone number and password",
  "All your verification answers, including your NIN, BVN and bank details",
  "Every document you uploaded",
  "Your verification, which is withdrawn if we have not decided yet",
  "Your sessions: every device is logged out",
];

/** Deletes the user's account after showing what is deleted and asking for a word to be typed. */
export function DeleteAccount({ retentionYears }: { retentionYears: number }) {
  const router = useRouter();
  const { clear } = useSession();
  const [open, setOpen] = useState(false);
  const [word, setWord] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const show = (next: boolean) => {
    setOpen(next);
    setWord("");
    setFailure(null);
  };
  const erase = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const { message } = await call(auth.deleteMe);
      clear();
      toast.success(message);
      router.replace(paths.home());
      // Removes pages rendered for this user from the router cache.
      router.refresh();
    } catch (error) {
      setFailure(toApiError(error).message);
      setBusy(false);
    }
  };

  return (
    <>
      <Button
        variant="secondary"
        className="border-danger/50 text-danger hover:bg-danger-soft"
        onClick={() => show(true)}
      >
        Delete my account
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => show(false)}
        title="Delete your account?"
        description="This is permanent. We cannot restore your account."
        confirmLabel="Delete my account"
        cancelLabel="Keep my account"
        tone="danger"
        busy={busy}
        disabled={word.trim().toLowerCase() !== DELETE_WORD}
        onConfirm={() => void erase()}
      >
        <div className="grid gap-5 pb-1 text-[0.9375rem] leading-6">
          {failure && (
            <Notice tone="danger" role="alert">
              {failure}
            </Notice>
          )}
          <div>
            <p className="font-medium">What we delete</p>
            <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-muted marker:text-faint">
              {erased.map((item) => (
                <li key={item}>{`${item}.`}</li>
              ))}
            </ul>
          </div>
          <div>
            <p className="font-medium">What we keep</p>
            <p className="mt-1.5 text-muted">
              <span>{`A log entry that an account was deleted, and the dates of our decisions. If you have submitted a verification, anti-money-laundering law requires us to keep a sealed record of it for ${retentionYears} years. `}</span>
              <TextLink href={paths.privacy()}>Read more</TextLink>.
            </p>
          </div>
          <Field label={`Type “${DELETE_WORD}” to confirm`}>
            {(control) => (
              <Input
                value={word}
                onChange={(event) => setWord(event.target.value)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                {...control}
              />
            )}
          </Field>
        </div>
      </ConfirmDialog>
    </>
  );
}
