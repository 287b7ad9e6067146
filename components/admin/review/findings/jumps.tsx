import type { MouseEvent } from "react";
import { flushSync } from "react-dom";
import { cn } from "@/components/ui/cn";
import { linkClass } from "@/components/ui/link";
import { partLabel } from "@/lib/onboarding/forms/part-labels";
import { answerId, sectionIdOf } from "../answers/sections";

/** Links to the answers that a finding concerns. */
export const Jumps = ({ answers }: { answers: readonly string[] }) =>
  answers.length > 0 && (
    <ul aria-label="Compared answers" className="flex flex-wrap gap-x-4 text-sm">
      {answers.map((path) => (
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

/** Opens the answer's section first, because a closed section does not contain it. */
function openSection({ currentTarget }: MouseEvent, path: string) {
  const closed = currentTarget.ownerDocument.querySelector<HTMLElement>(
    `[data-section="${sectionIdOf(path)}"][data-state="closed"] button`,
  );
  if (closed) flushSync(() => closed.click());
}
