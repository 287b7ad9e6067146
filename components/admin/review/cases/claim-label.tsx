import { UserRoundCheck } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { ClaimDto } from "@/lib/review/cases/schema";

/** Shows the reviewer who works on a case, in a row of the queue. */
export const ClaimLabel = ({ claim: { reviewer, isMine } }: { claim: ClaimDto }) => (
  <span
    className={cn(
      "mt-1 flex items-center gap-1.5 text-sm max-sm:justify-end",
      isMine ? "text-accent-strong" : "text-muted",
    )}
  >
    <UserRoundCheck aria-hidden className="size-4 shrink-0" />
    <span className="[overflow-wrap:anywhere]">{isMine ? "You" : reviewer.name}</span>
  </span>
);
