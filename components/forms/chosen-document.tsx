"use client";

import { CircleCheck, FileText, RefreshCw, Trash, Upload, X } from "lucide-react";
import { useCallback, useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { formatBytes } from "@/components/ui/format";
import { linkClass } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress";
import { isStored, type StoredDocument } from "./documents";
import { isBusy, type UploadState } from "./uploads-context";

interface ChosenDocumentProps {
  document: File | StoredDocument;
  label: string;
  invalid: boolean;
  upload: UploadState;
  onReplace: () => void;
  onRemove: () => void;
}

/** Shows a chosen or stored document: its thumbnail, name, status and actions. */
export function ChosenDocument(props: ChosenDocumentProps) {
  const { document, label, upload, onReplace, onRemove } = props;
  const stored = isStored(document) ? document : null;
  const isCancellable = upload.phase === "uploading" && !upload.locked;
  return (
    <div className="relative p-3">
      <div className="flex items-center gap-3">
        <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-lg border border-line bg-sunken text-muted">
          <Thumbnail key={stored?.path} document={document} />
        </span>
        <span className="min-w-0 flex-1">
          {stored ? (
            <a
              href={stored.path}
              target="_blank"
              rel="noopener"
              title={stored.name}
              className={cn(
                linkClass,
                "relative block py-0.5 text-[0.9375rem]",
                !stored.former && "truncate",
              )}
            >
              <span>{stored.name}</span>
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ) : (
            <span className="block truncate text-[0.9375rem] font-medium" title={document.name}>
              {document.name}
            </span>
          )}
          <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-sm text-muted figures">
            <Status {...props} />
          </span>
        </span>
        <span className="flex">
          {!isBusy(upload) && (
            <>
              {upload.phase === "failed" && (
                <IconButton label={`Retry upload of ${label}`} onClick={upload.onRetry}>
                  <RefreshCw aria-hidden className="size-5" />
                </IconButton>
              )}
              <Button variant="quiet" size="sm" className="hidden sm:inline-flex" onClick={onReplace}>
                Replace
                <span className="sr-only"> {label}</span>
              </Button>
              <IconButton label={`Replace ${label}`} className="sm:hidden" onClick={onReplace}>
                <Upload aria-hidden className="size-5" />
              </IconButton>
            </>
          )}
          {/* There is only one button, so that it keeps the focus after the upload. */}
          {(!isBusy(upload) || isCancellable) && (
            <IconButton
              label={isCancellable ? `Cancel upload of ${label}` : `Remove ${label}`}
              onClick={onRemove}
            >
              {isCancellable ? (
                <X aria-hidden className="size-5" />
              ) : (
                <Trash aria-hidden className="size-5" />
              )}
            </IconButton>
          )}
        </span>
      </div>
      {upload.phase === "failed" && (
        <p role="status" className="mt-2 text-sm leading-5 text-muted">
          {upload.message}
        </p>
      )}
      {upload.phase === "uploading" && (
        // The bar is in the padding, so that nothing moves under a finger when the upload starts or ends.
        <ProgressBar
          value={upload.percent}
          label={`Uploading ${label}`}
          className="absolute inset-x-3 bottom-1"
        />
      )}
    </div>
  );
}

function Status({ document, invalid, upload }: ChosenDocumentProps) {
  if (upload.phase === "preparing") return <span role="status">Preparing your image</span>;
  return (
    <>
      {document.size !== null && <span>{formatBytes(document.size)}</span>}
      {upload.phase === "uploading" && <span>{`· uploading ${upload.percent}%`}</span>}
      {upload.phase === "failed" && <span className="text-danger">· not uploaded yet</span>}
      {isStored(document) && !invalid && (
        <>
          <CircleCheck aria-hidden className="size-4 text-accent" />
          <span role="status">{document.former ? "Already uploaded" : "Uploaded"}</span>
        </>
      )}
    </>
  );
}

/**
 * Shows the image of a document, or an icon. A former document has no content type, so whether it is an image is known only once it is
 * loaded.
 */
function Thumbnail({ document }: { document: File | StoredDocument }) {
  const [isFailed, setFailed] = useState(false);
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !(document instanceof File)) return;
      const url = URL.createObjectURL(document);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [document],
  );
  const contentType = isStored(document) ? document.contentType : document.type;
  if (isFailed || contentType?.startsWith("image/") === false)
    return <FileText aria-hidden className="size-6" />;
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- a private image or a blob of this page; nothing to optimise
    <img
      ref={show}
      src={isStored(document) ? document.path : undefined}
      alt=""
      loading="lazy"
      onError={() => setFailed(true)}
      className="size-full object-cover"
    />
  );
}
