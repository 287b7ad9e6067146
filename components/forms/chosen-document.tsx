"use client";

import { CircleCheck, FileText, RefreshCw, Trash, Upload, X } from "lucide-react";
import { useCallback, useState, type ReactNode, type Ref } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { linkClass } from "@/components/ui/link";
import { formatBytes } from "@/components/ui/format";
import { ProgressBar } from "@/components/ui/progress";
import { isStored, type StoredDocument } from "./documents";
import type { UploadState } from "./uploads-context";

interface ChosenDocumentProps {
  document: File | StoredDocument;
  label: string;
  invalid: boolean;
  upload: UploadState;
  onReplace: () => void;
  onRemove: () => void;
}

/** A chosen or kept document: its picture, its name, where it stands, and what can be done with it. */
export function ChosenDocument({
  document,
  label,
  invalid,
  upload,
  onReplace,
  onRemove,
}: ChosenDocumentProps) {
  const busy = upload.phase !== "idle" && upload.phase !== "failed";
  const stoppable = upload.phase === "uploading" && !upload.locked;
  return (
    <div className="p-3">
      <div className="flex items-center gap-3">
        <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-lg border border-line bg-sunken text-muted">
          {isStored(document) ? <StoredPicture document={document} /> : <FilePicture file={document} />}
        </span>
        <span className="min-w-0 flex-1">
          {isStored(document) ? (
            <a
              href={document.path}
              target="_blank"
              rel="noopener"
              title={document.name}
              className={cn(
                linkClass,
                "relative block py-0.5 text-[0.9375rem]",
                !document.former && "truncate",
              )}
            >
              {document.name}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ) : (
            <span className="block truncate text-[0.9375rem] font-medium" title={document.name}>
              {document.name}
            </span>
          )}
          <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-sm text-muted figures">
            <Standing document={document} invalid={invalid} upload={upload} />
          </span>
        </span>
        {!busy && (
          <span className="flex">
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
            <IconButton label={`Remove ${label}`} onClick={onRemove}>
              <Trash aria-hidden className="size-5" />
            </IconButton>
          </span>
        )}
        {stoppable && (
          <IconButton label={`Cancel upload of ${label}`} onClick={onRemove}>
            <X aria-hidden className="size-5" />
          </IconButton>
        )}
      </div>
      {upload.phase === "failed" && (
        <p role="status" className="mt-2 text-sm leading-5 text-muted">
          The upload failed because the connection dropped. We&apos;ll keep trying, or send it when you
          submit.
        </p>
      )}
      {upload.phase === "uploading" && (
        <ProgressBar value={upload.percent} label={`Uploading ${label}`} className="mt-3" />
      )}
    </div>
  );
}

function Standing({
  document,
  invalid,
  upload,
}: Pick<ChosenDocumentProps, "document" | "invalid" | "upload">): ReactNode {
  const size = document.size === null ? null : formatBytes(document.size);
  if (upload.phase === "preparing") return <span role="status">Preparing your image</span>;
  if (upload.phase === "uploading") {
    return (
      <>
        {size} <span>· uploading {upload.percent}%</span>
      </>
    );
  }
  if (upload.phase === "failed") {
    return (
      <>
        {size} <span className="text-danger">· not uploaded yet</span>
      </>
    );
  }
  if (invalid || !isStored(document)) return size;
  return (
    <>
      {size}
      <CircleCheck aria-hidden className="size-4 text-accent" />
      <span role="status">{document.former ? "Already uploaded" : "Uploaded"}</span>
    </>
  );
}

function FilePicture({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return;
      const address = URL.createObjectURL(file);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  return file.type.startsWith("image/") ? <Picture ref={show} /> : <Paper />;
}

/** The type of a former document is not told: it is tried as a picture. */
function StoredPicture({ document }: { document: StoredDocument }) {
  const mayBePicture = document.contentType?.startsWith("image/") ?? true;
  return mayBePicture ? <Picture key={document.path} src={document.path} /> : <Paper />;
}

/** What turns out to be no picture stays a sheet of paper. */
function Picture(image: { src?: string; ref?: Ref<HTMLImageElement> }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Paper />;
  return (
    // eslint-disable-next-line @next/next/no-img-element -- a private picture or a blob of this page; nothing to optimise
    <img
      {...image}
      alt=""
      loading="lazy"
      onError={() => setFailed(true)}
      className="size-full object-cover"
    />
  );
}

const Paper = () => <FileText aria-hidden className="size-6" />;
