"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, FileQuestion } from "lucide-react";
import { useEffect, useState } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { ApiError } from "@/lib/contract/client";
import { documentUrl, downloadUrl, previewKind } from "./document-url";
import { fetchDocument } from "./fetch-document";
import { ImageViewer } from "./image-viewer";

/**
 * A stored document, shown in place. It is fetched once and kept for the pane and the dialog alike: a file never changes, and
 * a failure can be told, which an <img> or an <iframe> of the address itself could not.
 */
export function DocumentContent({
  path,
  label,
  compact = false,
  className,
}: {
  path: string;
  label: string;
  /** In the pane beside the answers: the PDF viewer without its bar. */
  compact?: boolean;
  className?: string;
}) {
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
          Loading {label}...
        </span>
      </div>
    );
  }

  const kind = previewKind(file.data.type);
  if (kind === "image") return <ImageViewer src={url} label={label} className={className} />;
  if (kind === "pdf") {
    const look = `#navpanes=0&view=FitH${compact ? "&toolbar=0" : ""}`;
    return (
      <iframe src={url + look} title={label} className={cn("w-full rounded-control bg-sunken", className)} />
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

/** An address for a blob, given back when nobody shows it any more. */
function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    // eslint-disable-next-line react-hooks/set-state-in-effect -- an address is a resource that must be given back
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}
