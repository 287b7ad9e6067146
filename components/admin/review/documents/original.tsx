"use client";

import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, FileDown, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Allowed } from "@/components/auth/allowed";
import { ReasonDialog } from "@/components/forms/reason-dialog";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { call, download, type ApiError } from "@/lib/contract/client";
import { review } from "@/lib/review/api";
import { originalSchema, revealReasons, type OriginalDto } from "@/lib/review/decisions/schema";
import { PanelFailure } from "../problems";

/** Shows the signatures that a document had at upload, and downloads the original (product 10.6). */
export function Original({ path }: { path: string }) {
  const id = path.split("/").at(-1)!;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const query = useQuery<OriginalDto, ApiError>({
    queryKey: ["original", id],
    queryFn: async ({ signal }) => (await call(review.getOriginal, { params: { id }, signal })).data,
    staleTime: Infinity,
  });
  // Otherwise a signed document would look like an unsigned one.
  if (query.isError) return <PanelFailure title="Could not load the signatures" query={query} />;
  const { data } = query;
  if (!data?.isStored) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <ul className="grid min-w-0 flex-1 basis-60 gap-1 text-sm">
        {data.signatures.map((signature, index) => (
          <Signature key={index} {...signature} />
        ))}
      </ul>
      <Allowed to="cases.decide">
        <Button
          variant="secondary"
          size="sm"
          icon={<FileDown aria-hidden className="size-4" />}
          onClick={() => setIsAsking(true)}
        >
          Download original
        </Button>
      </Allowed>
      {isAsking && (
        <ReasonDialog
          schema={originalSchema}
          options={revealReasons}
          send={async (body) => {
            saveFile(await download(review.downloadOriginal, { params: { id }, body }), data.name);
            toast.success("Original downloaded");
            close();
          }}
          onClose={close}
          title="Download the original"
          description="This is the file as it was uploaded, which can contain harmful content. Open it only to check its signature. The audit log records your reason, and the applicant sees that you opened it."
          submitLabel="Download"
          busyLabel="Downloading..."
        />
      )}
    </div>
  );
}

const stateTexts = {
  whole: "Valid when uploaded: the file was unchanged since it was signed.",
  extended: "Valid when uploaded, but something was added to the file after it was signed.",
  invalid: "The signature was not valid when it was uploaded.",
} as const;

function Signature({ signer, issuer, state }: OriginalDto["signatures"][number]) {
  const Icon = state === "whole" ? BadgeCheck : TriangleAlert;
  const by = signer ?? "an unknown person";
  const certificate = issuer && issuer !== signer ? `issued by ${issuer}` : "self-issued";
  return (
    <li className="flex gap-2">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${state === "whole" ? "text-accent" : "text-warning"}`}
      />
      <span className="min-w-0 break-words">
        <span className="font-medium">{`${state === "invalid" ? "Signature in the name of" : "Signed by"} ${by}`}</span>
        <span className="text-muted">
          {`. ${stateTexts[state]}${signer ? ` The name comes from a certificate that is ${certificate}; we don't check issuers.` : ""}`}
        </span>
      </span>
    </li>
  );
}
