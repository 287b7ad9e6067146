"use client";

import { ChevronDown, CircleHelp } from "lucide-react";
import { isolate } from "@/lib/bidi";
import { sourceLabels } from "@/lib/review/screening/labels";
import { useReviewPanel } from "../queries";

/** Shows names on the watchlists that are similar to a name in the case but not a hit (product 10.27). */
export function NearNames({ userId }: { userId: string }) {
  const { data: screening } = useReviewPanel(userId, "screening");
  const { count = 0, names = [] } = screening?.near ?? {};
  if (count === 0) return null;
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2.5 text-muted">
        <CircleHelp aria-hidden className="size-5" />
        <span>{`${count === 1 ? "1 similar name" : `${count} similar names`} on the watchlists`}</span>
        <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-1 grid gap-3 pb-2 pl-7.5 break-words">
        <p>
          {`With the same date of birth, ${count === 1 ? "it would be a hit" : "they would be hits"}.${names.length < count ? ` The closest ${names.length} are shown.` : ""}`}
        </p>
        <ul className="grid gap-2">
          {names.map(({ source, externalId, entryName, matchedName, name, explanation }) => (
            <li key={`${source} ${externalId}`}>
              <span className="font-medium">{entryName}</span>
              <span>{`, ${sourceLabels[source]}${matchedName === entryName ? "" : `, alias ${isolate(matchedName)}`}; in this case ${isolate(name)}. ${explanation}`}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
