"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeading } from "@/components/ui/card";
import { formatDate, formatDateTime } from "@/components/ui/format";
import { sourceLabels, reasonLabels } from "@/lib/review/screening/labels";
import type { ScreeningHitDto } from "@/lib/review/screening/schema";
import { useScreening } from "./queries";
import { isUncleared } from "../decisions/describe-uncleared";
import { HitDialog } from "./hit-dialog";
import { PartFailure } from "../problems";
import { QuotedNote } from "../quoted-note";

const parties = {
  applicant: "Applicant",
  account: "Profile name",
  company: "Company",
  signatory: "Signatory",
  account_holder: "Account holder",
} as const satisfies Record<ScreeningHitDto["party"], string>;

/** Entries of watchlists that a name of the case may mean (product 10.27). Nothing is shown while no list is imported. */
export function Screening({ userId, canDecide }: { userId: string; canDecide: boolean }) {
  const query = useScreening(userId);
  const [selected, setSelected] = useState<ScreeningHitDto | null>(null);
  if (query.isError) return <PartFailure title="The screening could not be loaded" query={query} />;
  if (!query.data || (query.data.lists === 0 && query.data.hits.length === 0)) return null;
  const { hits, isDue, screenedAt } = query.data;
  const [open, settled] = [hits.filter(isUncleared), hits.filter((hit) => !isUncleared(hit))];
  const decide = canDecide ? setSelected : undefined;
  return (
    <Card role="region" aria-labelledby="screening-heading" className="grid gap-4">
      <CardHeading id="screening-heading" title="Screening">
        Sanctions and politically exposed people. The applicant does not see this.
      </CardHeading>
      {open.length > 0 && <Hits hits={open} decide={decide} />}
      {open.length === 0 && !isDue && (
        <p className="text-[0.9375rem]">
          {settled.length > 0
            ? "There are no open hits."
            : "No name in this case is similar to one on the lists."}
        </p>
      )}
      {settled.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-1 text-[0.9375rem] font-medium">
            {settled.length === 1 ? "1 earlier hit" : `${settled.length} earlier hits`}
          </summary>
          <div className="mt-3">
            <Hits hits={settled} decide={decide} />
          </div>
        </details>
      )}
      <p role="status" className="text-sm text-muted">
        {isDue
          ? "Comparing with the lists..."
          : screenedAt
            ? `Compared with all lists on ${formatDateTime(screenedAt)}`
            : ""}
      </p>
      {selected && (
        <HitDialog key={selected._id} userId={userId} hit={selected} onClose={() => setSelected(null)} />
      )}
    </Card>
  );
}

interface HitsProps {
  hits: readonly ScreeningHitDto[];
  decide: ((hit: ScreeningHitDto) => void) | undefined;
}

const Hits = ({ hits, decide }: HitsProps) => (
  <ul className="grid gap-3">
    {hits.map((hit) => (
      <li
        key={hit._id}
        className="grid gap-1 rounded-control border border-line px-3 py-2.5 text-[0.9375rem] leading-6 break-words"
      >
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
        <p className="text-muted">
          {[
            `${sourceLabels[hit.source]}, entry ${hit.externalId}`,
            hit.programme,
            hit.births.length > 0 ? `born ${hit.births.map(describeBirth).join(" or ")}` : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <HitDecision hit={hit} />
        {decide && !hit.endedAt && (
          <div>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`${hit.state === "open" ? "Decide" : "Decide again"} about ${hit.entryName}`}
              onClick={() => decide(hit)}
            >
              {hit.state === "open" ? "Decide" : "Decide again"}
            </Button>
          </div>
        )}
      </li>
    ))}
  </ul>
);

/** Whether a hit has ended and no reviewer decided about it while it was found. */
const isOver = ({ state, endedAt }: ScreeningHitDto) => state === "open" && endedAt !== null;

const stateTones = { open: "warning", cleared: "success", confirmed: "danger" } as const;
const stateLabels = { open: "To decide", cleared: "Cleared", confirmed: "Confirmed" } as const;

/** Describes `1970~` as "about 1970", and `1970/1972` as "1970 to 1972". */
const describeBirth = (edtf: string) =>
  edtf.endsWith("~") ? `about ${edtf.slice(0, -1)}` : edtf.replace("/", " to ");

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
