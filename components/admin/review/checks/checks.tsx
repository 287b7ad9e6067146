"use client";

import { CircleHelp, TriangleAlert } from "lucide-react";
import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import { Card, CardHeading } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { linkClass } from "@/components/ui/link";
import { Spinner } from "@/components/ui/spinner";
import { checkNames, type CheckDto } from "@/lib/review/checks/schema";
import { partLabel } from "@/lib/verification/forms/part-labels";
import { useChecks } from "../queries";
import { PartFailure } from "../problems";
import { answerId, sectionIdOf } from "../answers/sections";

/** Comparisons of the answers with each other, warnings first (product 10.19). They change nothing that the reviewer may do. */
export function Checks({ userId }: { userId: string }) {
  const query = useChecks(userId);
  if (query.isError) return <PartFailure title="The checks could not be loaded" query={query} />;
  return (
    <Card role="region" aria-labelledby="checks-heading" className="grid gap-4">
      <CardHeading id="checks-heading" title="Checks">
        What comparing the answers shows. You decide.
      </CardHeading>
      {query.data ? <Results checks={query.data} /> : <Loading />}
    </Card>
  );
}

const Loading = () => (
  <p role="status" className="flex items-center gap-2 text-sm text-muted">
    <Spinner className="size-4" />
    Comparing the answers...
  </p>
);

function Results({ checks }: { checks: readonly CheckDto[] }) {
  const of = (outcome: CheckDto["outcome"]) => checks.filter((check) => check.outcome === outcome);
  const [open, passed] = [[...of("warning"), ...of("unavailable")], of("passed")];
  if (checks.length === 0) return <p className="text-muted">There are no answers to compare.</p>;
  return (
    <>
      {open.length > 0 && <CheckList checks={open} />}
      {passed.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-1 text-[0.9375rem] font-medium">
            {passed.length === 1 ? "1 check passed" : `${passed.length} checks passed`}
          </summary>
          <div className="mt-3">
            <CheckList checks={passed} />
          </div>
        </details>
      )}
    </>
  );
}

const looks = {
  warning: {
    Icon: TriangleAlert,
    box: "border-warning/25 bg-warning-soft",
    ink: "text-warning",
    word: "Warning",
  },
  unavailable: { Icon: CircleHelp, box: "border-line bg-sunken", ink: "text-muted", word: "Not checked" },
  passed: { Icon: null, box: "border-line", ink: "", word: "" },
} as const;

const CheckList = ({ checks }: { checks: readonly CheckDto[] }) => (
  <ul className="grid gap-2">
    {checks.map((check) => {
      const { Icon, box, ink, word } = looks[check.outcome];
      return (
        <li key={check.check} className={cn("flex gap-3 rounded-control border px-3 py-2.5", box)}>
          {Icon && <Icon aria-hidden className={cn("mt-0.5 size-5 shrink-0", ink)} />}
          <div className="min-w-0 flex-1 text-[0.9375rem] leading-6 break-words">
            <p className="font-medium">
              {word && <span className="sr-only">{`${word}: `}</span>}
              <span>{checkNames[check.check]}</span>
            </p>
            <p>{check.explanation}</p>
            <Jumps fields={check.fields} />
          </div>
        </li>
      );
    })}
  </ul>
);

const Jumps = ({ fields }: Pick<CheckDto, "fields">) => (
  <ul aria-label="Compared answers" className="mt-1 flex flex-wrap gap-x-4 text-sm">
    {fields.map((path) => (
      <li key={path}>
        <a
          href={`#${answerId(path)}`}
          onClick={(event) => openSection(event, path)}
          className={cn(linkClass, "inline-block py-1")}
        >
          {partLabel(path)}
        </a>
      </li>
    ))}
  </ul>
);

/** Opens the answer's section first, because a closed one does not contain it. */
function openSection({ currentTarget }: MouseEvent, path: string) {
  const closed = currentTarget.ownerDocument.querySelector<HTMLElement>(
    `[data-section="${sectionIdOf(path)}"][data-state="closed"] button`,
  );
  if (closed) flushSync(() => closed.click());
}
