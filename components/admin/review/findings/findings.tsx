"use client";

import dynamic from "next/dynamic";
import { ChevronDown, CircleCheck, CircleHelp, TriangleAlert } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useRight } from "@/components/auth/allowed";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { formatDateTime } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { DuplicateDto, UserDto } from "@/lib/users/dto";
import { describeShared } from "@/lib/users/conflict-labels";
import type { Consequence, FindingDto, FindingKind } from "@/lib/review/findings/schema";
import type { ScreeningHitDto } from "@/lib/review/screening/schema";
import { CheckList } from "../checks/checks";
import type { Reversal } from "../reversal-dialog";
import { DuplicateDialog, type DuplicatePair } from "../duplicates/duplicate-dialog";
import { ErasedMatch, Person } from "../duplicates/duplicates";
import { PanelFailure } from "../problems";
import { useReviewPanel } from "../queries";
import { HitDialog } from "../screening/hit-dialog";
import { Hit } from "../screening/hit";
import { NearNames } from "../screening/near-names";
import { Block } from "./block";
import { Jumps } from "./jumps";

// Loaded when they open: few cases need them.
const ReversalDialog = dynamic(() => import("../reversal-dialog").then((module) => module.ReversalDialog), {
  ssr: false,
});
const ChooseAndClose = dynamic(
  () => import("../duplicates/choose-and-close").then((module) => module.ChooseAndClose),
  { ssr: false },
);

/** Findings shown elsewhere on the page: flags beside their answers and above the form, claims in the line of the claim. */
const elsewhere: readonly FindingKind[] = ["flag", "claim"];

const tones: Record<Consequence, { Icon: typeof TriangleAlert; ink: string }> = {
  second_person: { Icon: TriangleAlert, ink: "text-danger" },
  asks: { Icon: TriangleAlert, ink: "text-warning" },
  none: { Icon: CircleHelp, ink: "text-muted" },
};

/** Shows the findings of a case, one line each, most serious first; a click expands a line. Passed checks are collapsed (product 10.28). */
export function Findings({ user }: { user: UserDto }) {
  const userId = user._id;
  const part = useReviewPanel(userId, "findings");
  const { data } = part;
  const { data: duplicates } = useReviewPanel(userId, "duplicates");
  const [pair, setPair] = useState<DuplicatePair | null>(null);
  const [hit, setHit] = useState<ScreeningHitDto | null>(null);
  const shared = duplicates?.sharedWithViewer ?? [];
  // The server checks again whether the viewer shares anything with the case.
  const [reversal, setReversal] = useState<Reversal | null>(null);
  const [twin, setTwin] = useState<DuplicateDto | null>(null);
  const [mayDecide, mayClose, mayClear] = [
    useRight("cases.decide"),
    useRight("users.change"),
    useRight("compliance.decide"),
  ];
  const decide: Decide =
    shared.length > 0
      ? {}
      : {
          ...(mayDecide && { setPair, setReversal }),
          ...(mayClose && { setTwin }),
          ...(mayClear && { setHit }),
        };
  const open = data?.filter(({ kind }) => !elsewhere.includes(kind)) ?? [];
  return (
    <section
      aria-labelledby="findings-heading"
      className="grid gap-1 rounded-card border border-line bg-surface px-4 py-3 text-[0.9375rem] leading-6"
    >
      <h2 id="findings-heading" className={cn("text-base font-medium", open.length > 0 && "sr-only")}>
        {data?.length === 0 || open.length === 0 ? "No findings" : "Findings"}
      </h2>
      {shared.length > 0 && (
        <Notice tone="danger" title="You cannot decide on this applicant">
          {describeShared(shared)}
        </Notice>
      )}
      {data === null ? (
        <PanelFailure title="The findings could not be loaded" query={part} />
      ) : (
        open.length > 0 && (
          <ul className="grid divide-y divide-line">
            {open.map((finding) => (
              <Finding key={`${finding.kind}-${finding.about ?? finding.text}`} finding={finding}>
                <Details userId={userId} finding={finding} decide={decide} retry={part.refetch} />
              </Finding>
            ))}
          </ul>
        )
      )}
      {duplicates && duplicates.undecided > duplicates.people.length && (
        <p className="text-muted">{`${duplicates.undecided} accounts share details with this one. The ${duplicates.people.length} closest are shown.`}</p>
      )}
      <NearNames userId={userId} />
      <Passed userId={userId} decide={decide} />
      {pair && <DuplicateDialog userId={userId} pair={pair} onClose={() => setPair(null)} />}
      {reversal && <ReversalDialog userId={userId} reversal={reversal} onClose={() => setReversal(null)} />}
      {twin && <ChooseAndClose accounts={[user, twin]} onClose={() => setTwin(null)} />}
      {hit && <HitDialog key={hit._id} userId={userId} hit={hit} onClose={() => setHit(null)} />}
    </section>
  );
}

/** Shows one expandable line. */
function Finding({ finding, children }: { finding: FindingDto; children: ReactNode }) {
  const { Icon, ink } = tones[finding.consequence];
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-11 items-start gap-2.5 rounded-control py-2 hover:bg-sunken">
          <Icon aria-hidden className={cn("mt-0.5 size-5 shrink-0", ink)} />
          <span className="grid min-w-0 flex-1 justify-items-start gap-1">
            <span className="line-clamp-2 break-words group-open:line-clamp-none">{finding.text}</span>
            {finding.needsSecondPerson && <Badge tone="danger">Second approval</Badge>}
          </span>
          <ChevronDown
            aria-hidden
            className="mt-0.5 size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="grid gap-2 pb-3 pl-7.5">{children}</div>
      </details>
    </li>
  );
}

/** What the viewer may decide about. */
interface Decide {
  setPair?: (pair: DuplicatePair) => void;
  setHit?: (hit: ScreeningHitDto) => void;
  setReversal?: (reversal: Reversal) => void;
  setTwin?: (twin: DuplicateDto) => void;
}

interface DetailsProps {
  userId: string;
  finding: FindingDto;
  decide: Decide;
  retry: () => void;
}

/** Shows the details of a finding, its possible actions, and links to the answers concerned. */
function Details({ userId, finding, decide, retry }: DetailsProps) {
  const { data: duplicates } = useReviewPanel(userId, "duplicates");
  const { data: screening } = useReviewPanel(userId, "screening");
  const { data: findings } = useReviewPanel(userId, "findings");
  const { kind, about, answers } = finding;
  const named = new Set(findings?.map((other) => other.about));
  const people =
    duplicates?.people.filter((person) =>
      about === null
        ? finding.state === "weaker" && !person.decision?.isSettled && !named.has(person._id)
        : person._id === about,
    ) ?? [];
  const match = duplicates?.erased.find(({ _id }) => _id === about);
  const hit = screening?.hits.find(({ _id }) => _id === about);
  const { data: blocks } = useReviewPanel(userId, "blocks");
  const { setReversal, setTwin } = decide;
  const block = blocks?.find(({ _id }) => _id === about);
  const twin = finding.state === "same_person" && people[0];
  return (
    <>
      {block && (
        <Block
          block={block}
          lift={setReversal && (() => setReversal({ kind: "block", blockId: block._id }))}
        />
      )}
      {kind === "closed" && setReversal && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => setReversal({ kind: "closure" })}
        >
          Reopen this account
        </Button>
      )}
      {twin && setTwin && (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setTwin(twin)}>
          Choose which account continues
        </Button>
      )}
      {people.map((person) => (
        <Person key={person._id} userId={userId} person={person} decide={decide.setPair} />
      ))}
      {match && <ErasedMatch match={match} decide={decide.setPair} />}
      {hit && <Hit userId={userId} hit={hit} decide={decide.setHit} />}
      {kind === "panel" && (
        <div>
          <Button variant="secondary" size="sm" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      <Jumps answers={answers} />
    </>
  );
}

/** Shows the comparisons that passed, were cleared or were decided. */
function Passed({ userId, decide }: { userId: string; decide: Decide }) {
  const { data: checks } = useReviewPanel(userId, "checks");
  const { data: duplicates } = useReviewPanel(userId, "duplicates");
  const { data: screening } = useReviewPanel(userId, "screening");
  const { data: findings } = useReviewPanel(userId, "findings");
  // A decision that is still a finding, such as that two accounts belong to one person, has not passed.
  const isFinding = (id: string) => findings?.some(({ about }) => about === id) ?? false;
  const passed = checks?.filter(({ outcome }) => outcome === "passed") ?? [];
  const people =
    duplicates?.people.filter(({ _id, decision }) => decision?.isSettled && !isFinding(_id)) ?? [];
  const erased =
    duplicates?.erased.filter(({ _id, decision }) => decision?.isSettled && !isFinding(_id)) ?? [];
  const hits = screening?.hits.filter(({ state, endedAt }) => state === "cleared" || endedAt) ?? [];
  const isUnique = duplicates?.total === 0 && duplicates.erased.length === 0;
  const isClear =
    !!screening &&
    screening.lists > 0 &&
    !screening.isDue &&
    screening.hits.length === 0 &&
    screening.near.count === 0;
  const count =
    passed.length + people.length + erased.length + hits.length + Number(isUnique) + Number(isClear);
  if (count === 0) return null;
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2.5 text-muted">
        <CircleCheck aria-hidden className="size-5 text-accent" />
        <span>{count === 1 ? "1 check passed" : `${count} checks passed`}</span>
        <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-1 grid gap-3 pb-2 pl-7.5">
        {isUnique && <p>No other account shares details with this one.</p>}
        {isClear && <p>No name in this case matches one on the watchlists.</p>}
        {people.map((person) => (
          <Person key={person._id} userId={userId} person={person} decide={decide.setPair} />
        ))}
        {erased.map((match) => (
          <ErasedMatch key={match._id} match={match} decide={decide.setPair} />
        ))}
        {hits.map((hit) => (
          <Hit key={hit._id} userId={userId} hit={hit} decide={decide.setHit} />
        ))}
        {screening?.screenedAt && screening.lists > 0 && (
          <p className="text-sm text-muted">{`Compared with all watchlists on ${formatDateTime(screening.screenedAt)}`}</p>
        )}
        <CheckList checks={passed} />
      </div>
    </details>
  );
}
