"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Badge, StatusBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { formatDate } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { TwoStepDto } from "@/lib/account/dto";

const TwoStepOff = dynamic(() => import("./two-step-dialogs").then((module) => module.TwoStepOff), {
  ssr: false,
});
const TwoStepRenew = dynamic(() => import("./two-step-dialogs").then((module) => module.TwoStepRenew), {
  ssr: false,
});
const TwoStepSetup = dynamic(() => import("./two-step-setup").then((module) => module.TwoStepSetup), {
  ssr: false,
});

/** With so few recovery codes left it is time for new ones. */
const FEW = 3;

interface TwoStepProps {
  email: string;
  state: TwoStepDto;
  /** The person may not do anything else until it is on. */
  due: boolean;
}

/** Whether logging in asks for a code besides the password, and the ways to change that. */
export function TwoStep({ email, state: { since, codesLeft }, due }: TwoStepProps) {
  const router = useRouter();
  const [open, setOpen] = useState<"setup" | "renew" | "off" | null>(null);
  const dialog = {
    email,
    onClose: () => {
      setOpen(null);
      router.refresh();
    },
  };

  // What opened the dialog is gone once it is on or off, and with it the focus.
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef(since);
  useEffect(() => {
    if (before.current !== since && document.activeElement === document.body) frame.current?.focus();
    before.current = since;
  }, [since]);

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
              <span className="text-muted">since {formatDate(since)}</span>
            </p>
            {codesLeft <= FEW ? (
              <Notice tone="warning">
                {codesLeft === 0
                  ? "You have no recovery codes left."
                  : `${codesLeft} of 10 recovery codes left.`}{" "}
                Get new ones so that you can still log in without your phone.
              </Notice>
            ) : (
              <p className="text-[0.9375rem] leading-6 text-muted figures">
                {codesLeft} of 10 recovery codes left.
              </p>
            )}
            <div className="flex flex-wrap gap-3">
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
      </div>
      {open === "setup" && <TwoStepSetup {...dialog} />}
      {open === "renew" && <TwoStepRenew {...dialog} />}
      {open === "off" && <TwoStepOff {...dialog} />}
    </>
  );
}
