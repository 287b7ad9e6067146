"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Allowed } from "@/components/auth/allowed";
import { ActionDialog } from "@/components/forms/action-dialog";
import { Button } from "@/components/ui/button";
import { isolate } from "@/lib/bidi";
import { call } from "@/lib/contract/client";
import { bank } from "@/lib/bank/api";
import type { AdminInvestmentDto } from "@/lib/investments/schema";
import { formatKobo } from "@/lib/money";

interface CancelAndRefundProps {
  investment: Pick<AdminInvestmentDto, "_id" | "received" | "investor">;
}

/** Cancels a partly paid investment after confirmation, and queues a refund. */
export function CancelAndRefund({ investment: { _id: id, received, investor } }: CancelAndRefundProps) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Allowed to="money.act">
      <Button variant="danger-quiet" className="justify-self-start" onClick={() => setIsAsking(true)}>
        Cancel and refund
      </Button>
      {isAsking && (
        <ActionDialog
          title={`Refund ${formatKobo(BigInt(received))} to ${isolate(investor.name)}?`}
          description="The investment is cancelled and the investor is emailed. The refund is queued as a payout for a second administrator to release."
          confirmLabel="Cancel investment and refund"
          cancelLabel="Keep investment"
          busyLabel="Cancelling..."
          tone="danger"
          onClose={() => setIsAsking(false)}
          send={async () => {
            const { message } = await call(bank.returnPartlyPaid, { params: { id } });
            toast.success(message);
            setIsAsking(false);
            router.refresh();
          }}
        />
      )}
    </Allowed>
  );
}
