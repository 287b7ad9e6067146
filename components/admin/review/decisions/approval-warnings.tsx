"use client";

import { useEffect, useEffectEvent } from "react";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { useRisks } from "./risks";
import { useScreening } from "../screening/queries";

interface ApprovalWarningsProps {
  userId: string;
  /** Is called when there is something to read, or nothing to warn of. */
  onLoaded: () => void;
}

/** Shows before an approval what it would pass over. */
export function ApprovalWarnings({ userId, onLoaded }: ApprovalWarningsProps) {
  const { data, isError, isPending } = useRisks(userId);
  const onReady = useEffectEvent(onLoaded);
  useEffect(() => {
    if (!isPending) onReady();
  }, [isPending]);
  const { data: screening } = useScreening(userId);
  if (isError) return <Notice tone="warning">Could not check for warnings about this case.</Notice>;
  if (!data) return <Spinner className="size-5" />;
  // The comparison with the watchlists ends soon, so it is no reason to ask.
  const risks = screening?.isDue
    ? [...data, "This case has not been compared with the watchlists yet."]
    : data;
  if (risks.length === 0) return null;
  return (
    <Notice tone="warning" title="Approve anyway?">
      <ul className="grid list-disc gap-1 pl-5">
        {risks.map((risk) => (
          <li key={risk}>{risk}</li>
        ))}
      </ul>
    </Notice>
  );
}
