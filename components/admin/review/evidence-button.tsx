"use client";

import { useMutation } from "@tanstack/react-query";
import { FileArchive } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { saveFile } from "@/components/ui/save-file";
import { download, type ApiError } from "@/lib/contract/client";
import { review } from "@/lib/contract/endpoints/review";
import { openingReasons, type OpeningReason } from "@/lib/users/admin-schema";
import { useReason } from "../reason-field";

/** Makes the evidence pack of a case, for super administrators (product 10.18). */
export function EvidenceButton({ userId }: { userId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<FileArchive aria-hidden className="size-4" />}
        onClick={() => setIsAsking(true)}
      >
        Evidence pack
      </Button>
      {isAsking && <EvidenceDialog userId={userId} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function EvidenceDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const reason = useReason(openingReasons);
  const pack = useMutation<void, ApiError, OpeningReason>({
    mutationFn: async (chosen) => {
      const file = await download(review.evidence, { params: { userId }, body: { reason: chosen } });
      saveFile(file, `evidence-${userId}.zip`);
    },
    onSuccess: () => {
      toast.success("Evidence pack downloaded");
      onClose();
    },
  });
  const send = () => {
    const chosen = reason.check();
    if (chosen) pack.mutate(chosen);
  };
  return (
    <ConfirmDialog
      role="dialog"
      onClose={onClose}
      title="Make an evidence pack"
      description="A signed ZIP with the answers (numbers masked), hashes of the documents, decisions, notes, reads and audit rows. The audit log records your reason."
      confirmLabel="Download"
      busyLabel="Making it..."
      busy={pack.isPending}
      error={pack.error?.message}
      onConfirm={send}
    >
      {reason.field}
    </ConfirmDialog>
  );
}
