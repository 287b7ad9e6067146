"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { isolate } from "@/lib/bidi";
import type { OwnGuardianDto } from "@/lib/guardians/schema";

/** Loaded when it is opened, because few applicants are under 18. */
const NameDialog = dynamic(() => import("./name-dialog").then((module) => module.NameDialog), { ssr: false });

/** Shows an applicant under 18 the parent or guardian they named, and the guardian's response (product 10.24). */
export function OwnGuardian({ initial }: { initial: OwnGuardianDto }) {
  const [guardian, setGuardian] = useState(initial);
  const [isNaming, setIsNaming] = useState(false);
  const { request, consent } = guardian;
  return (
    <Card>
      <h2 className="text-lg font-semibold">Your parent or guardian</h2>
      <p className="mt-2 leading-7 text-muted">{describe(guardian)}</p>
      {!consent && (
        <Button
          variant={request && !request.declinedAt && !request.withdrawnAt ? "secondary" : "primary"}
          className="mt-4"
          onClick={() => setIsNaming(true)}
        >
          {request ? "Ask again or ask someone else" : "Name a parent or guardian"}
        </Button>
      )}
      {isNaming && (
        <NameDialog
          email={request?.email ?? ""}
          onClose={() => setIsNaming(false)}
          onNamed={(named) => {
            setGuardian(named);
            setIsNaming(false);
          }}
        />
      )}
    </Card>
  );
}

function describe({ request, consent }: OwnGuardianDto): string {
  if (consent) return `${isolate(consent.fullName)} consented on ${formatDate(consent.consentedAt)}.`;
  if (!request)
    return "You are under 18, so we ask a parent or guardian for their consent. Give us their email address.";
  if (request.withdrawnAt)
    return `${request.email} withdrew their consent on ${formatDate(request.withdrawnAt)}.`;
  if (request.declinedAt) return `${request.email} did not agree on ${formatDate(request.declinedAt)}.`;
  if (new Date(request.expiresAt) < new Date())
    return `The link for ${request.email} expired on ${formatDate(request.expiresAt)} without an answer. Send it again, or ask someone else.`;
  return `We asked ${request.email} on ${formatDate(request.requestedAt)}. They have not answered yet. The link works until ${formatDate(request.expiresAt)}.`;
}
