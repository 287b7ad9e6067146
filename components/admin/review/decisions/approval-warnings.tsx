"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import type { FindingDto } from "@/lib/review/findings/schema";
import { reviewQuery } from "../queries";

/** Returns the findings that an approval would disregard (product 10.28). */
export const questionsOf = (findings: readonly FindingDto[] | null): FindingDto[] | null =>
  findings && findings.filter(({ consequence }) => consequence !== "none");

interface ApprovalWarningsProps {
  userId: string;
  /** Called when the warnings have loaded, or there are none. */
  onLoaded: () => void;
  /** Whether the reader is the second administrator, who confirms another's proposal. */
  isSecond?: boolean;
}

/** Shows, before an approval, the current findings that it would disregard: colleagues may have found or decided something since. */
export function ApprovalWarnings({ userId, onLoaded, isSecond = false }: ApprovalWarningsProps) {
  const { data, isError, isFetchedAfterMount } = useQuery({
    ...reviewQuery(userId),
    refetchOnMount: "always",
  });
  const onReady = useEffectEvent(onLoaded);
  useEffect(() => {
    if (isFetchedAfterMount) onReady();
  }, [isFetchedAfterMount]);
  if (!isFetchedAfterMount) return <Spinner className="size-5" />;
  const findings = questionsOf(data?.findings ?? null);
  if (isError || !findings)
    return <Notice tone="warning">Could not check for warnings about this case.</Notice>;
  if (findings.length === 0) return null;
  const second = findings.filter(({ consequence }) => consequence === "second_person");
  const others = findings.filter(({ consequence }) => consequence === "asks");
  return (
    <div className="grid gap-3">
      {second.length > 0 && (
        <Notice
          tone="danger"
          title={
            isSecond
              ? "Findings the first administrator set aside"
              : "Another administrator must confirm this approval"
          }
        >
          <Texts findings={second} />
        </Notice>
      )}
      {others.length > 0 && (
        <Notice tone="warning" title={isSecond ? "Also found" : "Approve anyway?"}>
          <Texts findings={others} />
        </Notice>
      )}
    </div>
  );
}

const Texts = ({ findings }: { findings: readonly FindingDto[] }) => (
  <ul className="grid list-disc gap-1 pl-5">
    {findings.map(({ kind, text }) => (
      <li key={`${kind} ${text}`}>{text}</li>
    ))}
  </ul>
);
