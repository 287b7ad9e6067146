"use client";

import { CircleMinus, Columns2 } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { DocumentCard } from "@/components/documents/document-card";
import { DocumentContent } from "@/components/documents/document-content";
import type { StoredDocument } from "@/components/documents/stored-document";
import { Accordion } from "@/components/ui/accordion";
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
/** Checks the width in JavaScript rather than CSS: the layouts differ in what they contain. Null until the page has loaded. */
const useWide = () =>
  useSyncExternalStore(
    listen,
    () => window.matchMedia(WIDE).matches,
    () => null,
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

/**
 * Shows the documents as a section that opens and closes; on a wide screen, one of them is open beside the answers, at full screen height.
 * On a phone, each one is below its name.
 */
export function DocumentsPanel({ className, ...props }: DocumentsPanelProps) {
  const { documents } = props;
  const aside = `${documents.filter(({ path }) => path).length} of ${documents.length}`;
  return (
    <Accordion
      className={cn("min-w-0", className)}
      sections={[{ id: "documents", title: "Documents", aside, content: <Documents {...props} /> }]}
    />
  );
}

/** Shows a document once it is near the visible part of the page, so that a phone loads only what is looked at. */
function Preview({ path, label }: { path: string; label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
    });
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      aria-label={`${label}, side panel`}
      role="region"
      className="flex min-h-0 flex-1 max-lg:h-80 max-lg:flex-none"
    >
      {isNear && <DocumentContent path={path} label={label} compact className="min-h-0 w-full" />}
    </div>
  );
}

function Documents({ documents, onView, onCompare, decide }: DocumentsPanelProps) {
  const wide = useWide();
  const [picked, setPicked] = useState<string | null>(null);
  const current = documents.find(({ key }) => key === picked) ?? documents.find(({ path }) => path);
  const decideOn = ({ part, label }: StoredDocument) => part && decide({ part, label, fields: [] });
  const compare = current?.path && onCompare && (
    <Button
      variant="secondary"
      size="sm"
      className="ml-auto"
      icon={<Columns2 aria-hidden className="size-4" />}
      onClick={() => onCompare(current)}
    >
      Compare side by side
    </Button>
  );
  if (!wide || !current)
    return (
      <div className="grid gap-3">
        {compare}
        {documents.map((document) => (
          <div key={document.key} className="grid min-w-0 gap-2">
            <DocumentCard document={document} onView={onView} />
            {wide === false && document.path && <Preview path={document.path} label={document.label} />}
            {decideOn(document)}
          </div>
        ))}
      </div>
    );
  return (
    <div className="flex h-[calc(100dvh-var(--header-height)-12rem)] min-h-100 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-1.5">
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
        {compare}
      </div>
      {current.path && <Preview key={current.path} path={current.path} label={current.label} />}
      <DocumentCard document={current} onView={onView} />
      {current.path && <Original key={`original of ${current.path}`} path={current.path} />}
      {decideOn(current)}
    </div>
  );
}
