"use client";

import { toast } from "sonner";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { formatDate } from "@/components/ui/format";
import {
  describeBirths,
  reasonLabels,
  SAME_NAME_OTHER_BIRTH,
  sourceLabels,
} from "@/lib/review/screening/labels";
import { isolate } from "@/lib/bidi";
import type { ScreeningHitDto } from "@/lib/review/screening/schema";
import { QuotedNote } from "../quoted-note";
import { useHitDecision } from "./use-hit-decision";

const parties = {
  applicant: "Applicant",
  account: "Profile name",
  company: "Company",
  signatory: "Signatory",
  account_holder: "Account holder",
  owner: "Director or owner",
} as const satisfies Record<ScreeningHitDto["party"], string>;

interface HitProps {
  userId: string;
  hit: ScreeningHitDto;
  decide: ((hit: ScreeningHitDto) => void) | undefined;
}

/** Shows a watchlist entry that a name in the case may refer to (product 10.27), and the decision about it. */
export const Hit = ({ userId, hit, decide }: HitProps) => (
  <div className="grid gap-1 break-words">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium">{hit.entryName}</span>
      <Badge tone={isOver(hit) ? "neutral" : stateTones[hit.state]}>
        {isOver(hit) ? "No longer found" : stateLabels[hit.state]}
      </Badge>
      <span className="text-muted">{`Score ${hit.score} of 100`}</span>
    </div>
    <p>
      <span>{`${parties[hit.party]}: `}</span>
      <span className="font-medium">{hit.name}</span>
      {hit.matchedName !== hit.entryName && <span>{`, like the alias ${hit.matchedName}`}</span>}
    </p>
    <p>{hit.explanation}</p>
    {describeBirths(hit) && <p>{describeBirths(hit)}</p>}
    <p className="text-muted">
      {[`${sourceLabels[hit.source]}, entry ${hit.externalId}`, hit.programme].filter(Boolean).join(" · ")}
    </p>
    <HitDecision hit={hit} />
    {decide && !hit.endedAt && (
      <div className="flex flex-wrap gap-2">
        {hit.state === "open" && hit.explanation.startsWith(SAME_NAME_OTHER_BIRTH) && (
          <ClearByBirth userId={userId} hit={hit} />
        )}
        <Button
          variant="secondary"
          size="sm"
          aria-label={`${hit.state === "open" ? "Decide" : "Decide again"} on ${isolate(hit.entryName)}`}
          onClick={() => decide(hit)}
        >
          {hit.state === "open" ? "Decide" : "Decide again"}
        </Button>
      </div>
    )}
  </div>
);

/** Clears a hit if the applicant's documents show another date of birth than the entry. */
function ClearByBirth({ userId, hit: { _id: hitId, basis, entryName } }: Omit<HitProps, "decide">) {
  const clear = useHitDecision(userId);
  return (
    <Button
      size="sm"
      variant="secondary"
      busy={clear.isPending}
      aria-label={`Clear ${isolate(entryName)}: other date of birth`}
      onClick={() =>
        clear.mutate(
          { hitId, basis, verdict: "cleared", reason: "birth_date", note: undefined },
          { onError: ({ message }) => void toast.error(message) },
        )
      }
    >
      Clear: other date of birth
    </Button>
  );
}

/** Whether a hit has ended without a decision by a reviewer. */
const isOver = ({ state, endedAt }: ScreeningHitDto) => state === "open" && endedAt !== null;

const stateTones = { open: "warning", cleared: "success", confirmed: "danger" } as const;
const stateLabels = { open: "Undecided", cleared: "Cleared", confirmed: "Confirmed" } as const;

function HitDecision({ hit }: { hit: ScreeningHitDto }) {
  const reasons: Record<string, string> = hit.state === "open" ? {} : reasonLabels[hit.state];
  return (
    <>
      {hit.decidedAt && (
        <p>
          {`${reasons[hit.reason ?? ""] ?? ""}. Decided by ${hit.decidedBy ?? "a former reviewer"} on ${formatDate(hit.decidedAt)}`}
        </p>
      )}
      {hit.note && <QuotedNote>{hit.note}</QuotedNote>}
      {hit.endedAt && (
        <p className="text-muted">{`No longer found since ${formatDate(hit.endedAt)}: the list or the name has changed.`}</p>
      )}
    </>
  );
}
