"use client";

import { CircleMinus, Columns2 } from "lucide-react";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { DocumentCard } from "@/components/documents/document-card";
import { DocumentContent } from "@/components/documents/document-content";
import type { StoredDocument } from "@/components/documents/stored-document";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Original } from "./original";
import type { ReviewPart } from "../answers/sections";

const WIDE = "(min-width: 64rem)";
const listen = (changed: () => void) => {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};
/** Checks the width in JavaScript rather than CSS, so that a phone does not load documents that it does not display. */
const useWide = () =>
  useSyncExternalStore(
    listen,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );

interface DocumentsPanelProps {
  documents: readonly StoredDocument[];
  onView: (document: StoredDocument) => void;
  /** Opens a document beside its version in the previous round, or beside another document. */
  onCompare: ((document: StoredDocument) => void) | undefined;
  /** Renders the decision on a document. */
  decide: (part: ReviewPart) => ReactNode;
  className?: string;
}

/** Shows the documents; on a wide screen, one of them is open beside the answers, at full screen height. */
export function DocumentsPanel({ documents, onView, onCompare, decide, className }: DocumentsPanelProps) {
  const wide = useWide();
  const [picked, setPicked] = useState<string | null>(null);
  const current = documents.find(({ key }) => key === picked) ?? documents.find(({ path }) => path);
  const decideOn = ({ part, label }: StoredDocument) => part && decide({ part, label, fields: [] });
  return (
    <section
      aria-labelledby="documents-heading"
      className={cn(
        "flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4",
        wide && current && "h-[calc(100dvh-var(--header-height)-6.75rem)] min-h-112",
        className,
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="documents-heading" className="text-base font-medium">
          Documents
        </h2>
        <span className="text-sm text-muted">{`${documents.filter(({ path }) => path).length} of ${documents.length}`}</span>
        {current?.path && onCompare && (
          <Button
            variant="secondary"
            size="sm"
            className="ml-auto"
            icon={<Columns2 aria-hidden className="size-4" />}
            onClick={() => onCompare(current)}
          >
            Compare side by side
          </Button>
        )}
      </div>
      {wide && current ? (
        <>
          <div className="flex flex-wrap gap-1.5">
            {documents.map((document) => (
              <button
                key={document.key}
                type="button"
                aria-pressed={document === current}
                onClick={() => setPicked(document.key)}
                className="flex min-h-9 items-center gap-1.5 rounded-full border border-line px-3 text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
              >
                {!document.path && <CircleMinus aria-hidden className="size-4 text-muted" />}
                <span>{document.label}</span>
              </button>
            ))}
          </div>
          {current.path && (
            <div aria-label={`${current.label}, side panel`} role="region" className="flex min-h-0 flex-1">
              <DocumentContent
                key={current.path}
                path={current.path}
                label={current.label}
                compact
                className="min-h-0 w-full"
              />
            </div>
          )}
          <DocumentCard document={current} onView={onView} />
          {current.path && <Original key={`original of ${current.path}`} path={current.path} />}
          {decideOn(current)}
        </>
      ) : (
        documents.map((document) => (
          <div key={document.key}>
            <DocumentCard document={document} onView={onView} />
            {decideOn(document)}
          </div>
        ))
      )}
    </section>
  );
}
