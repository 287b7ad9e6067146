"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type * as z from "zod";
import { useRight } from "@/components/auth/allowed";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { formatDateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { call } from "@/lib/contract/client";
import { providerLabels } from "@/lib/identity/port";
import { review } from "@/lib/review/api";
import {
  identityCheckKinds,
  kindLabels,
  outcomeLabels,
  type IdentityCheckDto,
  type IdentityCheckKind,
  type IdentityChecksDto,
  type IdentityTargetDto,
  type askIdentitySchema,
} from "@/lib/review/identity-checks/schema";
import { PanelFailure } from "../problems";
import { useReviewMutation, useReviewPanel } from "../queries";

const ManualCheckDialog = dynamic(
  () => import("./manual-check-dialog").then((module) => module.ManualCheckDialog),
  {
    ssr: false,
  },
);

/** Shows what outside sources report about the numbers of a submission (product 10.26). It does not affect the reviewer's options. */
export function IdentityChecks({ userId }: { userId: string }) {
  const part = useReviewPanel(userId, "identityChecks");
  return (
    <Card role="region" aria-labelledby="identity-checks-heading" className="grid gap-4">
      <CardHeading id="identity-checks-heading" title="Identity checks">
        What outside sources say about the numbers. The decision is yours, with or without an answer.
      </CardHeading>
      {part.data ? (
        <Content userId={userId} data={part.data} />
      ) : (
        <PanelFailure title="The identity checks could not be loaded" query={part} />
      )}
    </Card>
  );
}

const checksOf = ({ checks }: IdentityChecksDto, { kind, ordinal }: IdentityTargetDto) =>
  checks.filter((check) => check.kind === kind && check.ordinal === ordinal);

function Content({ userId, data }: { userId: string; data: IdentityChecksDto }) {
  const ask = useReviewMutation(userId, (body: z.input<typeof askIdentitySchema>) =>
    call(review.askAboutIdentity, { params: { userId }, body }),
  );
  const [recorded, setRecorded] = useState<IdentityTargetDto | null>(null);
  const { provider, hasConsent, targets } = data;
  const mayDecide = useRight("cases.decide");
  const canAsk = mayDecide && provider !== "manual" && hasConsent;
  const name = providerLabels[provider];
  const byProvider = (target: IdentityTargetDto) =>
    checksOf(data, target).find((check) => check.provider === provider);
  const isWaiting = (target: IdentityTargetDto) => byProvider(target)?.state === "waiting";
  const kinds = identityCheckKinds.filter((kind) => targets.some((target) => target.kind === kind));
  const isAskable = (kind: IdentityCheckKind) =>
    targets.some((target) => target.kind === kind && !target.blocked && !isWaiting(target));
  const open = kinds.filter((kind) =>
    targets.some(
      (target) =>
        target.kind === kind && !target.blocked && [undefined, "failed"].includes(byProvider(target)?.state),
    ),
  );
  if (targets.length === 0) return <p className="text-muted">There are no numbers to check.</p>;
  return (
    <>
      {provider !== "manual" && !hasConsent && (
        <Notice title={`${name} cannot check these numbers`}>
          The applicant did not agree to these checks when they submitted. Compare the numbers yourself and
          record what you found.
        </Notice>
      )}
      {ask.isError && <Notice tone="danger" role="alert" title={ask.error.message} />}
      {canAsk && open.length > 1 && (
        <div>
          <Button
            variant="secondary"
            busy={ask.isPending}
            busyLabel="Asking..."
            onClick={() => ask.mutate({ kinds: open })}
          >
            {`Check all with ${name}`}
          </Button>
        </div>
      )}
      <ul className="grid">
        {targets.map((target, index) => {
          const { kind, label, blocked } = target;
          // A call covers all numbers of a kind, such as the BVN of each signatory.
          const isFirst = targets.findIndex((other) => other.kind === kind) === index;
          const isAnswered = !open.includes(kind);
          const numbers =
            targets.filter((other) => other.kind === kind).length > 1
              ? `all ${kindLabels[kind]}s`
              : kindLabels[kind];
          return (
            <li key={label} className="grid gap-1.5 border-t border-line py-3">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <h3 className="mr-auto font-medium">{label}</h3>
                <div className="flex flex-wrap gap-x-2 gap-y-1">
                  {canAsk && isFirst && isAskable(kind) && (
                    <Button
                      variant="secondary"
                      size="sm"
                      disabled={ask.isPending}
                      onClick={() => ask.mutate({ kinds: [kind], again: isAnswered })}
                    >
                      {isAnswered ? `Ask ${name} again: ${numbers}` : `Check ${numbers} with ${name}`}
                    </Button>
                  )}
                  {mayDecide && (
                    <Button
                      variant="quiet"
                      size="sm"
                      aria-label={`Record a comparison: ${label}`}
                      onClick={() => setRecorded(target)}
                    >
                      Record a comparison
                    </Button>
                  )}
                </div>
              </div>
              {blocked && <p className="text-sm text-muted">{blocked}</p>}
              <Results checks={checksOf(data, target)} />
            </li>
          );
        })}
      </ul>
      {recorded && <ManualCheckDialog userId={userId} target={recorded} onClose={() => setRecorded(null)} />}
    </>
  );
}

const tones: Record<NonNullable<IdentityCheckDto["outcome"]>, Tone> = {
  matches: "success",
  differs: "warning",
  not_found: "warning",
};

/** Announced when an answer arrives. */
const Results = ({ checks }: { checks: readonly IdentityCheckDto[] }) => (
  <ul aria-live="polite" className="grid gap-2 text-[0.9375rem] leading-6">
    {checks.length === 0 && <li className="text-sm text-muted">Not checked yet.</li>}
    {checks.map((check) => (
      <li key={check._id} className="grid gap-0.5 break-words">
        <p className="flex flex-wrap items-center gap-2">
          <Outcome check={check} />
          <span>{check.explanation}</span>
        </p>
        {check.note && <p>{check.note}</p>}
        <p className="text-sm text-muted">
          {`${providerLabels[check.provider]}${check.askedBy ? (check.provider === "manual" ? `: ${check.askedBy}` : `, requested by ${check.askedBy}`) : ""}, ${formatDateTime(check.answeredAt ?? check.askedAt)}`}
        </p>
      </li>
    ))}
  </ul>
);

function Outcome({ check: { state, outcome } }: { check: IdentityCheckDto }) {
  if (state === "waiting") return <Spinner className="size-4" />;
  return outcome ? <Badge tone={tones[outcome]}>{outcomeLabels[outcome]}</Badge> : <Badge>No answer</Badge>;
}
