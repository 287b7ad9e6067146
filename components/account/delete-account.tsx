"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { useSession } from "@/components/auth/session-provider";
import { ActionDialog } from "@/components/forms/action-dialog";
import { Field } from "@/components/forms/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { account } from "@/lib/account/api";
import { DELETE_WORD } from "@/lib/account/schema";
import { call } from "@/lib/contract/client";
import { paths } from "@/lib/routes/paths";

const erased = [
  "Your name, email address, phone number and password",
  "All your verification answers, including your NIN, BVN and bank details",
  "Every document you uploaded",
  "Your verification, even if it is still in review",
  "Your sessions: every device is logged out",
];

interface DeleteAccountProps {
  retentionYears: number;
}

/** Deletes the user's account after listing the data to be deleted and asking the user to type a word. */
export function DeleteAccount({ retentionYears }: DeleteAccountProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        className="border-danger/50 text-danger hover:bg-danger-soft"
        onClick={() => setIsAsking(true)}
      >
        Delete my account
      </Button>
      {isAsking && <DeletionDialog retentionYears={retentionYears} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function DeletionDialog({ retentionYears, onClose }: DeleteAccountProps & { onClose: () => void }) {
  const router = useRouter();
  const { clear } = useSession();
  const [word, setWord] = useState("");
  const erase = async () => {
    const { message } = await call(account.deleteMe);
    clear();
    toast.success(message);
    router.replace(paths.home());
    // Removes pages rendered for this user from the router cache.
    router.refresh();
  };
  return (
    <ActionDialog
      onClose={onClose}
      title="Delete your account?"
      description="This is permanent. We cannot restore your account."
      confirmLabel="Delete my account"
      cancelLabel="Keep my account"
      tone="danger"
      disabled={word.trim().toLowerCase() !== DELETE_WORD}
      send={erase}
    >
      <div className="grid gap-5 pb-1 text-[0.9375rem] leading-6">
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
            <span>{`A log entry saying that an account was deleted, and the dates of our decisions. If you have submitted a verification, anti-money-laundering law requires us to keep a sealed record of it for ${retentionYears} years. `}</span>
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
    </ActionDialog>
  );
}
