"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { awaitsConfirmation, WAITING } from "@/components/admin/approvals/second-approval";
import { NoteField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { call, toApiError } from "@/lib/contract/client";
import { review } from "@/lib/review/api";
import { reversalSchema } from "@/lib/review/blocks/schema";
import { reviewQuery } from "./queries";

/** What is reversed: the closure of the user's account, or a block. */
export type Reversal = { kind: "closure" } | { kind: "block"; blockId: string };

const texts = {
  closure: {
    title: "Reopen this account",
    description: "Its owner can then submit a verification and invest with it again.",
  },
  block: {
    title: "Lift the block",
    description: "The person, and others with the same details, can then be approved again.",
  },
} as const;

/** Asks why a closed account is to be reopened, or a block lifted. A second administrator must confirm either. */
export function ReversalDialog({
  userId,
  reversal,
  onClose,
}: {
  userId: string;
  reversal: Reversal;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(reversalSchema), defaultValues: { note: "" } });
  const { title, description } = texts[reversal.kind];
  return (
    <FormDialog
      form={form}
      send={async (body) => {
        try {
          await (reversal.kind === "closure"
            ? call(review.proposeReopening, { params: { userId }, body })
            : call(review.proposeLift, { params: { blockId: reversal.blockId }, body }));
        } catch (thrown) {
          const error = toApiError(thrown);
          if (!awaitsConfirmation(error)) throw error;
          toast.info(WAITING, { description: error.message });
          void client.invalidateQueries({ queryKey: reviewQuery(userId).queryKey });
          onClose();
        }
      }}
      onClose={onClose}
      title={title}
      description={`${description} A second administrator must confirm this.`}
      submitLabel="Ask for it"
      busyLabel="Sending..."
    >
      <NoteField label="Why?" />
    </FormDialog>
  );
}
