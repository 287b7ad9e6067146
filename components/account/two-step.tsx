"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Badge, StatusBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { formatDate } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { TwoStepDto } from "@/lib/account/dto";
import { Passkeys } from "./passkeys";
import type { TwoStepDialogName } from "./two-step-dialogs";

const TwoStepDialog = dynamic(() => import("./two-step-dialogs").then((module) => module.TwoStepDialog), {
  ssr: false,
});

/** With this number left or fewer, the page suggests creating new recovery codes. */
const FEW_CODES = 3;

interface TwoStepProps {
  email: string;
  state: TwoStepDto;
  /** Whether two-step login must be turned on before anything else. */
  due: boolean;
}

/** Shows the status of two-step login, and the buttons that change it. */
export function TwoStep({ email, state, due }: TwoStepProps) {
  const { since, codesLeft, hasApp, passkeys } = state;
  const router = useRouter();
  const [open, setOpen] = useState<TwoStepDialogName | null>(null);
  const close = () => {
    setOpen(null);
    router.refresh();
  };

  // The button that opened the dialog was removed by the change, so the focus was lost.
  const frame = useRef<HTMLDivElement>(null);
  const factors = `${since} ${hasApp} ${passkeys.length}`;
  const before = useRef(factors);
  useEffect(() => {
    if (before.current !== factors && document.activeElement === document.body) frame.current?.focus();
    before.current = factors;
  }, [factors]);

  return (
    <>
      <div ref={frame} tabIndex={-1} className="grid gap-4 outline-none">
        {due && (
          <Notice tone="warning" title="Administrators must use two-step login">
            Turn it on to go back to the admin pages.
          </Notice>
        )}
        {since ? (
          <>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-[0.9375rem]">
              <StatusBadge tone="success">On</StatusBadge>
              <span className="text-muted">{`since ${formatDate(since)}`}</span>
            </p>
            {codesLeft <= FEW_CODES ? (
              <Notice tone="warning">
                {`${
                  codesLeft === 0
                    ? "You have no recovery codes left."
                    : `${codesLeft} of 10 recovery codes left.`
                } Get new ones so that you can still log in without your ${hasApp ? "phone" : "passkey"}.`}
              </Notice>
            ) : (
              <p className="text-[0.9375rem] leading-6 text-muted figures">
                {`${codesLeft} of 10 recovery codes left.`}
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              {!hasApp && (
                <Button variant="secondary" onClick={() => setOpen("setup")}>
                  Add an authenticator app
                </Button>
              )}
              {hasApp && passkeys.length > 0 && (
                <Button variant="secondary" onClick={() => setOpen("removeApp")}>
                  Remove the app
                </Button>
              )}
              <Button variant="secondary" onClick={() => setOpen("renew")}>
                Get new recovery codes
              </Button>
              <Button variant="danger-quiet" onClick={() => setOpen("off")}>
                Turn off
              </Button>
            </div>
          </>
        ) : (
          <div className="flex flex-wrap items-center gap-4">
            <Button variant={due ? "primary" : "secondary"} onClick={() => setOpen("setup")}>
              Set up two-step login
            </Button>
            <Badge>Off</Badge>
          </div>
        )}
        <Passkeys passkeys={passkeys} onAdd={() => setOpen("addPasskey")} onRemove={setOpen} />
      </div>
      {open && <TwoStepDialog name={open} email={email} state={state} onClose={close} />}
    </>
  );
}
