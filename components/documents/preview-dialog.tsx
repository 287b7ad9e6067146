"use client";

import { Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Dialog } from "@/components/ui/dialog";
import { DocumentContent } from "./document-content";
import { downloadUrl } from "./document-url";
import type { StoredDocument } from "./stored-document";

interface PreviewDialogProps {
  document: StoredDocument | null;
  onClose: () => void;
  /** Shown below the document. */
  about?: (path: string) => ReactNode;
}

/** Shows a document in a large dialog. */
export function PreviewDialog({ document, onClose, about }: PreviewDialogProps) {
  // The document remains visible while the dialog closes.
  const [shown, setShown] = useState(document);
  if (document && document !== shown) setShown(document);

  return (
    <Dialog
      open={document !== null}
      onClose={onClose}
      title={shown?.label ?? "Document"}
      className="h-[88dvh] sm:h-[92dvh] sm:max-h-[92dvh] sm:w-[min(72rem,calc(100vw-3rem))] [&>div:nth-child(2)]:flex-1"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {shown?.path && (
            <a href={downloadUrl(shown.path)} download className={buttonClass("primary")}>
              <Download aria-hidden className="size-4" />
              Download File
            </a>
          )}
        </>
      }
    >
      {shown?.path && (
        <div className="flex h-full flex-col gap-3">
          <DocumentContent
            key={shown.path}
            path={shown.path}
            label={shown.label}
            className="min-h-0 flex-1"
          />
          {about?.(shown.path)}
        </div>
      )}
    </Dialog>
  );
}
