"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban, Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useRight } from "@/components/auth/allowed";
import { adminKeys } from "@/components/admin/keys";
import { Button, IconButton } from "@/components/ui/button";
import { formatDateTime } from "@/components/ui/format";
import { Menu, MenuItem } from "@/components/ui/menu";
import { isolate } from "@/lib/bidi";
import type { PayoutStopDto } from "@/lib/payouts/schema";

/** Lazily loaded. */
const UndoDialog = dynamic(
  () => import("@/components/admin/acts/undo-dialog").then((module) => module.UndoDialog),
  { ssr: false },
);
const StopDialog = dynamic(() => import("./stop-dialog").then((module) => module.StopDialog), { ssr: false });

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
  const mayAct = useRight("money.act");
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
        <span className="text-sm text-muted">{`Payouts stopped by ${isolate(stop.by.name)} on ${formatDateTime(stop.at)}`}</span>
      )}
      {mayAct &&
        (isInMenu && !stop ? (
          <Menu
            trigger={
              <IconButton label={`Actions for ${isolate(investor.name)}`}>
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
            <span className="sr-only">{`: ${isolate(investor.name)}`}</span>
          </Button>
        ))}
      {isOpen && stop && (
        <UndoDialog
          actId={stop.actId}
          what="Payouts stopped"
          title={`Lift the stop on payouts to ${isolate(investor.name)}?`}
          submitLabel="Lift stop"
          effect={`Payouts to ${isolate(investor.name)} resume once another administrator confirms.`}
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
