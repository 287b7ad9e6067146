import { CircleCheck, CircleMinus, FileText } from "lucide-react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { downloadUrl } from "./document-url";
import type { StoredDocument } from "./stored-document";

interface DocumentProps {
  document: StoredDocument;
  onView: (document: StoredDocument) => void;
}

/** Shows a document with its state, and buttons that open and download it. */
export function DocumentCard({ document, onView }: DocumentProps) {
  const { label, path, note } = document;
  const StateIcon = path ? CircleCheck : CircleMinus;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-card border border-line px-3 py-2.5">
      <div className="flex min-w-0 flex-1 basis-40 items-center gap-3">
        <span
          aria-hidden
          className={cn(
            "grid size-10 shrink-0 place-items-center rounded-control",
            path ? "bg-accent-soft text-accent" : "bg-sunken text-muted",
          )}
        >
          <FileText className="size-5" />
        </span>
        <span className="min-w-0">
          <span className="block text-[0.9375rem] font-medium">{label}</span>
          <span className="flex items-start gap-1.5 text-sm break-words text-muted">
            <StateIcon aria-hidden className={cn("mt-0.5 size-4", path && "text-accent")} />
            <span>{path ? (note ?? "Available") : "Not uploaded"}</span>
          </span>
        </span>
      </div>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabled={!path}
          aria-label={`View ${label}`}
          onClick={() => onView(document)}
        >
          View
        </Button>
        {path ? (
          <a
            href={downloadUrl(path)}
            download
            aria-label={`Download ${label}`}
            className={buttonClass("secondary", "sm")}
          >
            Download
          </a>
        ) : (
          <Button variant="secondary" size="sm" disabled aria-label={`Download ${label}`}>
            Download
          </Button>
        )}
      </div>
    </div>
  );
}
