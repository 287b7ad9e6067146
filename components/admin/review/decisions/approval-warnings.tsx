"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { joinWords } from "@/lib/join-words";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { questionsOf, type FindingDto } from "@/lib/review/findings/schema";
import { displayName } from "../../labels";
import { openTwinsOf, reviewQuery } from "../queries";

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
  if (isError || !data?.findings)
    return <Notice tone="warning">Could not check for warnings about this case.</Notice>;
  const findings = questionsOf(data.findings);
  const second = findings.filter(({ needsSecondPerson }) => needsSecondPerson);
  const others = findings.filter(({ needsSecondPerson }) => !needsSecondPerson);
  const twins = isSecond ? openTwinsOf(data) : [];
  if (findings.length === 0) return null;
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
        <Notice
          tone={others.some(({ consequence }) => consequence === "second_person") ? "danger" : "warning"}
          title={isSecond ? "Also found" : "Approve anyway?"}
        >
          <Texts findings={others} />
        </Notice>
      )}
      {twins.length > 0 && (
        <Notice tone="warning" title="This account continues">
          {`We close ${joinWords(twins.map((twin) => `${displayName(twin)}'s account, ${twin.email}`))}, because it belongs to the same person. What we owe there is still paid.`}
        </Notice>
      )}
    </div>
  );
}

const Texts = ({ findings }: { findings: readonly FindingDto[] }) => (
  <ul className="grid list-disc gap-1 pl-5">
    {findings.map(({ key, text }) => (
      <li key={`${key} ${text}`}>{text}</li>
    ))}
  </ul>
);
