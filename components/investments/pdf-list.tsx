"use client";

import { Download, FileText } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button, IconButton } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { download, toApiError } from "@/lib/contract/client";
import { documents } from "@/lib/documents/api";
import type { DocumentLink, OwnPdf } from "@/lib/documents/schema";

function load(link: DocumentLink): Promise<Blob> {
  const { id } = link;
  switch (link.kind) {
    case "agreement":
      return download(documents.getAgreement, { params: { id } });
    case "receipt":
      return download(documents.getReceipt, { params: { id, entryId: link.entryId } });
    case "advice":
      return download(documents.getPayoutAdvice, { params: { id } });
  }
}

/** Downloads a PDF. `label` names it for screen readers. */
export function PdfButton({
  link,
  label,
  children = "Download",
  isCompact = false,
}: {
  link: DocumentLink;
  label: string;
  children?: string;
  isCompact?: boolean;
}) {
  const [isLoading, setIsLoading] = useState(false);
  const save = async () => {
    setIsLoading(true);
    try {
      saveFile(await load(link), link.name);
    } catch (error) {
      toast.error(toApiError(error).message);
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <>
      {/* On a phone the icon leaves the width to the name of the document. */}
      {isCompact && (
        <IconButton label={label} disabled={isLoading} onClick={() => void save()} className="sm:hidden">
          <Download aria-hidden className="size-5" />
        </IconButton>
      )}
      <Button
        variant="secondary"
        size="sm"
        busy={isLoading}
        busyLabel="Opening..."
        aria-label={label}
        icon={<Download aria-hidden className="size-4" />}
        onClick={() => void save()}
        className={isCompact ? "max-sm:hidden" : undefined}
      >
        {children}
      </Button>
    </>
  );
}

/** Lists PDFs, each with a button that downloads it. */
export const PdfList = ({ label, pdfs }: { label: string; pdfs: readonly OwnPdf[] }) => (
  <ul aria-label={label} className="divide-y divide-line">
    {pdfs.map(({ key, title, note, link }) => (
      <li key={key} className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
        <span className="flex min-w-0 items-start gap-3">
          <FileText aria-hidden className="mt-0.5 size-5 text-muted" />
          <span className="min-w-0">
            <span className="block text-[0.9375rem] font-medium [overflow-wrap:anywhere] figures">
              {title}
            </span>
            <span className="block text-sm [overflow-wrap:anywhere] text-muted figures">{note}</span>
          </span>
        </span>
        <PdfButton link={link} label={`Download ${title}`} isCompact />
      </li>
    ))}
  </ul>
);
