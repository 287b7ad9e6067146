"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Allowed, useRight } from "@/components/auth/allowed";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { dayWords } from "@/lib/dates";
import { paths } from "@/lib/routes/paths";
import { riskLabels, type RiskDto } from "@/lib/risk/schema";
import type { RiskLevel } from "@/lib/roles";
import type { UserDto } from "@/lib/users/dto";
import { PanelFailure } from "../problems";
import { useReviewPanel } from "../queries";
import { IdExpiry } from "./id-expiry";

const OverrideDialog = dynamic(() => import("./override-dialog").then((module) => module.OverrideDialog), {
  ssr: false,
});

const tones: Record<RiskLevel, Tone> = { low: "success", medium: "warning", high: "danger" };

export const RiskBadge = ({ level }: { level: RiskLevel }) => (
  <StatusBadge tone={tones[level]}>{`${riskLabels[level]} risk`}</StatusBadge>
);

/** Shows the risk rating of a customer with its reasons, the day of the next review, and when the ID expires (product 10.42). */
export function Risk({ user }: { user: UserDto }) {
  const part = useReviewPanel(user._id, "risk");
  return (
    <Card role="region" aria-labelledby="risk-heading" className="grid gap-4">
      <CardHeading id="risk-heading" title="Risk and next review">
        How closely we look at this customer, and how soon again.
      </CardHeading>
      {part.data ? (
        <Content user={user} risk={part.data} />
      ) : (
        <PanelFailure title="The risk rating could not be loaded" query={part} />
      )}
    </Card>
  );
}

function Content({ user, risk }: { user: UserDto; risk: RiskDto }) {
  const mayDecide = useRight("cases.decide");
  const [isChanging, setIsChanging] = useState(false);
  const { level, calculated, factors, override } = risk;
  const points = factors.reduce((sum, factor) => sum + factor.points, 0);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <RiskBadge level={level} />
        <Allowed to="compliance.decide">
          <Button variant="secondary" size="sm" onClick={() => setIsChanging(true)}>
            Change the rating
          </Button>
        </Allowed>
      </div>
      {override && (
        <p className="text-[0.9375rem] break-words">
          <span>{`${override.by ?? "An administrator"} chose this on ${formatDate(override.at)}, confirmed by a second person: `}</span>
          <span>{`${override.note}${/[.!?]$/.test(override.note) ? "" : "."}`}</span>
          <span className="text-muted">{` The facts alone give ${riskLabels[calculated].toLowerCase()}.`}</span>
        </p>
      )}
      <div className="grid gap-1">
        <h3 className="text-sm text-muted">{`Reasons (${points === 1 ? "1 point" : `${points} points`}; medium from 3, high from 6)`}</h3>
        {factors.length === 0 ? (
          <p className="text-[0.9375rem]">Nothing raises the rating.</p>
        ) : (
          <ul className="grid gap-1 text-[0.9375rem]">
            {factors.map(({ factor, points: each, text }) => (
              <li key={factor} className="flex justify-between gap-4">
                <span>{text}</span>
                <span className="text-muted figures">{`+${each}`}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {user.verification.submissionId && mayDecide && (
        <IdExpiry
          key={risk.idExpiry?.on ?? "none"}
          userId={user._id}
          submissionId={user.verification.submissionId}
          saved={risk.idExpiry}
        />
      )}
      {risk.idExpiry && !mayDecide && (
        <p className="text-[0.9375rem]">
          {risk.idExpiry.on ? `The ID expires on ${dayWords(risk.idExpiry.on)}.` : "The ID does not expire."}
        </p>
      )}
      {risk.dueDiligenceId && (
        <p className="text-[0.9375rem]">
          <TextLink href={paths.adminDueDiligenceForm(risk.dueDiligenceId)}>
            Open the due diligence form
          </TextLink>
        </p>
      )}
      <NextReview risk={risk} />
      {isChanging && <OverrideDialog userId={user._id} level={level} onClose={() => setIsChanging(false)} />}
    </>
  );
}

function NextReview({ risk: { reviewDueOn, isOverdue, isRenewing, askedAt } }: { risk: RiskDto }) {
  if (!reviewDueOn)
    return (
      <p className="text-[0.9375rem] text-muted">The day of the next review follows from the approval.</p>
    );
  return (
    <p className="flex flex-wrap items-center gap-2 text-[0.9375rem]">
      <span>{`Next review by ${dayWords(reviewDueOn)}.`}</span>
      {isOverdue && <StatusBadge tone="danger">Overdue: no new investments</StatusBadge>}
      {isRenewing ? (
        <span className="text-muted">The customer is renewing their details.</span>
      ) : (
        askedAt && <span className="text-muted">{`The customer was asked on ${formatDate(askedAt)}.`}</span>
      )}
    </p>
  );
}
