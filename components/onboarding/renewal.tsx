"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { TextLink } from "@/components/ui/link";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { requiredForm } from "@/lib/submission-rules";
import type { UserDto } from "@/lib/users/dto";
import { describeRenewal, type AskedRenewal } from "@/lib/onboarding/submission/renewal-labels";

const BeginFormDialog = dynamic(
  () => import("./begin-form-dialog").then((module) => module.BeginFormDialog),
  { ssr: false },
);

/** Asks an approved user to renew details (product 10.42). */
export function Renewal({ asked }: { asked: AskedRenewal }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Notice
        tone={asked.isOverdue ? "warning" : "info"}
        title={asked.isOverdue ? "Please renew your details to invest again" : "Please renew your details"}
        action={
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            Renew now
          </Button>
        }
      >
        {describeRenewal(asked)}
      </Notice>
      {isOpen && <BeginFormDialog reason="renewal" onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Shows somebody who renews what happens next. */
export function OngoingRenewal({ user }: { user: UserDto }) {
  const form = requiredForm(user);
  if (user.verification.status === "pending")
    return (
      <Notice tone="info" title="We are reviewing your renewed details">
        You can make new investments again when they are approved. Everything else works as before.
      </Notice>
    );
  return (
    <Notice
      tone="warning"
      title="Finish renewing your details"
      action={form && <TextLink href={form.path}>Open the form</TextLink>}
    >
      You can make new investments again when we have approved them.
    </Notice>
  );
}
