"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { Ban, Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { UndoDialog } from "@/components/admin/acts/undo-dialog";
import { adminKeys } from "@/components/admin/keys";
import { TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { formatDateTime } from "@/components/ui/format";
import { Menu, MenuItem } from "@/components/ui/menu";
import { call } from "@/lib/contract/client";
import { payouts } from "@/lib/payouts/api";
import { stopPayoutsSchema, type PayoutStopDto } from "@/lib/payouts/schema";

interface PayoutStopProps {
  investor: { _id: string; name: string };
  stop: PayoutStopDto | null;
  /** Whether the button to stop them is in the menu of a row, because a list has many. */
  isInMenu?: boolean;
  /** Reloads a list; the page is refreshed in any case. */
  onChanged?: () => void;
}

/** Shows who stopped the payouts to an investor and lifts it, or stops them (product 10.34). */
export function PayoutStop({ investor, stop, isInMenu, onChanged }: PayoutStopProps) {
  const [isOpen, setIsOpen] = useState(false);
  const client = useQueryClient();
  const router = useRouter();
  const finish = () => {
    setIsOpen(false);
    void client.invalidateQueries({ queryKey: adminKeys.acts });
    onChanged?.();
    router.refresh();
  };
  return (
    <>
      {stop && (
        <span className="text-sm text-muted">{`Payouts stopped by ${stop.by.name} on ${formatDateTime(stop.at)}`}</span>
      )}
      {isInMenu && !stop ? (
        <Menu
          trigger={
            <IconButton label={`Actions for ${investor.name}`}>
              <Ellipsis aria-hidden className="size-5" />
            </IconButton>
          }
        >
          <MenuItem
            tone="danger"
            icon={<Ban aria-hidden className="size-5" />}
            onSelect={() => setIsOpen(true)}
          >
            Stop payouts
          </MenuItem>
        </Menu>
      ) : (
        <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
          <span>{stop ? "Lift stop" : "Stop payouts"}</span>
          <span className="sr-only">{`: ${investor.name}`}</span>
        </Button>
      )}
      {isOpen && stop && (
        <UndoDialog
          actId={stop.actId}
          what="Payouts stopped"
          effect={`Payouts to ${investor.name} are possible again, once another administrator has confirmed it.`}
          initialReason="other"
          onClose={() => setIsOpen(false)}
          onUndone={finish}
        />
      )}
      {isOpen && !stop && (
        <StopDialog investor={investor} onClose={() => setIsOpen(false)} onStopped={finish} />
      )}
    </>
  );
}

interface StopDialogProps extends Pick<PayoutStopProps, "investor"> {
  onClose: () => void;
  onStopped: () => void;
}

function StopDialog({ investor, onClose, onStopped }: StopDialogProps) {
  const form = useForm({ resolver: zodResolver(stopPayoutsSchema), defaultValues: { note: "" } });
  return (
    <FormDialog
      form={form}
      title={`Stop payouts to ${investor.name}?`}
      description="From now on, nothing is proposed, released or sent to the bank for this investor, who is not told. Lifting it takes a second administrator. A payment file that you have already downloaded is not changed: call the bank."
      submitLabel="Stop payouts"
      submitVariant="danger"
      busyLabel="Stopping..."
      onClose={onClose}
      send={async (body) => {
        await call(payouts.stopPayouts, { params: { userId: investor._id }, body });
        toast.success("Payouts stopped");
        onStopped();
      }}
    >
      <TextField name="note" label="Note" rule="Explain why, for later audits." maxLength={500} />
    </FormDialog>
  );
}
