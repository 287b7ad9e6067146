"use client";

import { Columns2 } from "lucide-react";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { DocumentCard } from "@/components/documents/document-card";
import { DocumentContent } from "@/components/documents/document-content";
import type { StoredDocument } from "@/components/documents/stored-document";
import { Button } from "@/components/ui/button";
import { Original } from "./original";
import type { ReviewPart } from "../answers/sections";

const WIDE = "(min-width: 64rem)";
const listen = (changed: () => void) => {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};
/** Checks the width in JavaScript rather than CSS, so that a phone does not load documents that it does not show. */
const useWide = () =>
  useSyncExternalStore(
    listen,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );

interface DocumentsPanelProps {
  documents: readonly StoredDocument[];
  onView: (document: StoredDocument) => void;
  /** Opens a document beside its version of the round before, or beside another one. */
  onCompare: ((document: StoredDocument) => void) | undefined;
  /** Renders the decision on a document. */
  decide: (part: ReviewPart) => ReactNode;
}

/** The documents; on a wide screen one of them is open beside the answers. */
export function DocumentsPanel({ documents, onView, onCompare, decide }: DocumentsPanelProps) {
  const wide = useWide();
  const [picked, setPicked] = useState<string | null>(null);
  const current =
    documents.find(({ key, path }) => key === picked && path) ?? documents.find(({ path }) => path);

  return (
    <div className="grid grid-cols-1 gap-4">
      {current && onCompare && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          icon={<Columns2 aria-hidden className="size-4" />}
          onClick={() => onCompare(current)}
        >
          Compare side by side
        </Button>
      )}
      {documents.map((document) => (
        <div key={document.key}>
          <DocumentCard
            document={document}
            onView={onView}
            current={wide && document === current}
            onSelect={wide ? () => setPicked(document.key) : undefined}
          />
          {document.part && decide({ part: document.part, label: document.label, fields: [] })}
        </div>
      ))}
      {wide && current?.path && (
        <section aria-label={`${current.label}, side panel`} className="min-w-0">
          <DocumentContent
            key={current.path}
            path={current.path}
            label={current.label}
            compact
            className="mt-1 h-[max(18rem,calc(100dvh-29.5rem))]"
          />
          <Original key={`original of ${current.path}`} path={current.path} />
        </section>
      )}
    </div>
  );
}
