"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, ExternalLink, FileQuestion, FileText } from "lucide-react";
import { useEffect, useState } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { ApiError, toApiError } from "@/lib/contract/client";
import { USER_HEADER, pageUser } from "@/lib/contract/page-user";
import { documentUrl, downloadUrl, previewKind } from "./document-url";
import { ImageViewer } from "./image-viewer";

interface DocumentContentProps {
  path: string;
  label: string;
  /** The PDF viewer without its toolbar. */
  compact?: boolean;
  className?: string;
}

/**
 * Shows a stored document; a PDF only if the browser can display PDFs inside a page, which phone browsers often cannot. The document is
 * loaded once for the side panel and the dialog, because a file never changes, and with `fetch`, because an <img> or <iframe> could not
 * report an error.
 */
export function DocumentContent({ path, label, compact = false, className }: DocumentContentProps) {
  const file = useQuery<Blob, ApiError>({
    queryKey: ["document", path],
    queryFn: ({ signal }) => fetchDocument(documentUrl(path), signal),
    staleTime: Infinity,
  });
  const url = useObjectUrl(file.data);

  if (file.isError) {
    return (
      <ErrorState
        level="h3"
        title="We couldn't open this document"
        onRetry={() => void file.refetch()}
        retrying={file.isFetching}
      >
        {file.error.message}
      </ErrorState>
    );
  }
  if (!file.data || !url) {
    return (
      <div role="status" className={cn("grid place-items-center text-muted", className)}>
        <span className="flex items-center gap-3 text-sm">
          <Spinner className="text-accent" />
          <span>{`Loading ${label}...`}</span>
        </span>
      </div>
    );
  }

  const kind = previewKind(file.data.type);
  if (kind === "image") return <ImageViewer src={url} label={label} className={className} />;
  if (kind === "pdf" && !navigator.pdfViewerEnabled) {
    return (
      <EmptyState
        level="h3"
        title="This is a PDF"
        icon={<FileText className="size-6" />}
        action={
          <a href={documentUrl(path)} target="_blank" rel="noopener" className={buttonClass("secondary")}>
            <ExternalLink aria-hidden className="size-4" />
            Open PDF
          </a>
        }
      >
        Your browser opens PDFs outside this page.
      </EmptyState>
    );
  }
  if (kind === "pdf") {
    const look = `#navpanes=0&view=FitH${compact ? "&toolbar=0" : ""}`;
    return (
      <div className={cn("flex min-w-0 flex-col gap-2", className)}>
        <iframe src={url + look} title={label} className="min-h-0 w-full flex-1 rounded-control bg-sunken" />
        <p className="grid min-h-11 place-items-center text-center text-sm text-muted">
          {compact
            ? "This is a PDF. Choose View to zoom and rotate it."
            : "This is a PDF. Zoom and rotate it with the buttons of your browser's viewer."}
        </p>
      </div>
    );
  }
  return (
    <EmptyState
      level="h3"
      title="Preview not available"
      icon={<FileQuestion className="size-6" />}
      action={
        <a href={downloadUrl(path)} download className={buttonClass("secondary")}>
          <Download aria-hidden className="size-4" />
          Download File
        </a>
      }
    >
      We can&apos;t show this type of file here. Download it to open it.
    </EmptyState>
  );
}

/** Loads a stored document. The page's cookie authorizes the request. */
async function fetchDocument(url: string, signal?: AbortSignal): Promise<Blob> {
  let response: Response;
  try {
    const user = pageUser.get();
    const headers: HeadersInit = user ? { [USER_HEADER]: user } : {};
    response = await fetch(url, { credentials: "include", headers, ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw toApiError(error);
  }
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    throw new ApiError(response.status, null, "", [], body).withFallback("The document could not be loaded");
  }
  return response.blob();
}

/** Returns an object URL of a blob, revoked when it is no longer shown. */
function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const objectUrl = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect -- an object URL must be revoked
    setUrl(objectUrl);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(objectUrl);
    };
  }, [blob]);
  return url;
}
