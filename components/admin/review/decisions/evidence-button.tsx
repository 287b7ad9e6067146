"use client";

import { FileArchive } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { CheckboxField } from "@/components/forms/choice-fields";
import { ReasonDialog } from "@/components/forms/reason-dialog";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { download } from "@/lib/contract/client";
import { review } from "@/lib/review/api";
import { evidenceSchema } from "@/lib/review/decisions/schema";
import { openingReasons } from "@/lib/users/admin-schema";

/** Creates the evidence pack of a case, for super administrators (product 10.18). */
export function EvidenceButton({ userId }: { userId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
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
      {isAsking && (
        <ReasonDialog
          schema={evidenceSchema}
          options={openingReasons}
          send={async (body) => {
            saveFile(await download(review.evidence, { params: { userId }, body }), `evidence-${userId}.zip`);
            toast.success("Evidence pack downloaded");
            close();
          }}
          onClose={close}
          title="Create an evidence pack"
          description="A signed ZIP with the answers (numbers masked), hashes of the documents, decisions, notes, reads and audit rows. The audit log records your reason."
          submitLabel="Download"
          busyLabel="Creating it..."
        >
          <CheckboxField
            name="documents"
            label="Include the documents, encrypted. Each is recorded as read by you."
          />
        </ReasonDialog>
      )}
    </>
  );
}
