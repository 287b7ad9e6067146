"use client";

import { toast } from "sonner";
import { ActionDialog } from "@/components/forms/action-dialog";
import { formatDate } from "@/components/ui/format";
import { call } from "@/lib/contract/client";
import { bank } from "@/lib/bank/api";
import { formatKobo } from "@/lib/money";
import type { LineDto } from "@/lib/bank/schema";

interface UndoDialogProps {
  line: LineDto;
  onClose: () => void;
  onUndone: () => void;
}

/** Undoes the match of a line with investments after confirmation. */
export const UndoDialog = ({
  line: { _id: id, amount, on, investments },
  onClose,
  onUndone,
}: UndoDialogProps) => (
  <ActionDialog
    title={`Undo the match of ${formatKobo(BigInt(amount))} from ${formatDate(on)}?`}
    description={`This removes the receipt from ${investments.map(({ reference }) => reference).join(", ")}, and any queued refunds of this line. The line becomes pending again, and we email each investor.`}
    confirmLabel="Undo match"
    busyLabel="Undoing..."
    tone="danger"
    onClose={onClose}
    send={async () => {
      const { message } = await call(bank.undoLine, { params: { id } });
      toast.success(message);
      onUndone();
    }}
  />
);
