"use client";

import { useState } from "react";
import { DocumentCard } from "@/components/documents/document-card";
import { documentLabels } from "@/components/documents/document-labels";
import { PreviewDialog } from "@/components/documents/preview-dialog";
import type { StoredDocument } from "@/components/documents/stored-document";
import { formatBytes } from "@/components/ui/format";
import { isolate } from "@/lib/bidi";
import type { OwnDocumentDto } from "@/lib/account/dto";

/** Shows the user's submitted documents, to view and download. */
export function OwnDocuments({
  documents,
  approved,
}: {
  documents: readonly OwnDocumentDto[];
  approved: boolean;
}) {
  const [viewed, setViewed] = useState<StoredDocument | null>(null);
  const shown = documents.map<StoredDocument>(({ _id, name, signatory, path, fileName, size }) => ({
    key: _id,
    label: signatory ? `Signatory ${signatory}: ${documentLabels[name]}` : documentLabels[name],
    path,
    note: `${approved ? "Approved" : "Uploaded"}, ${isolate(fileName)}, ${formatBytes(size)}`,
  }));
  return (
    <>
      <div className="grid grid-cols-1 gap-2.5">
        {shown.map((document) => (
          <DocumentCard key={document.key} document={document} onView={setViewed} />
        ))}
      </div>
      <PreviewDialog document={viewed} onClose={() => setViewed(null)} />
    </>
  );
}
