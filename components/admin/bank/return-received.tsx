"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/forms/action-dialog";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/contract/client";
import { bank } from "@/lib/bank/api";
import type { AdminInvestmentDto } from "@/lib/investments/schema";
import { formatKobo } from "@/lib/money";

interface ReturnReceivedProps {
  investment: Pick<AdminInvestmentDto, "_id" | "received" | "investor">;
}

/** Cancels a partly paid investment after asking, so that what was received is returned. */
export function ReturnReceived({ investment: { _id: id, received, investor } }: ReturnReceivedProps) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="danger-quiet" className="justify-self-start" onClick={() => setIsAsking(true)}>
        Return what was received
      </Button>
      {isAsking && (
        <ActionDialog
          title={`Return ${formatKobo(BigInt(received))} to ${investor.name}?`}
          description="The investment is cancelled and the investor is emailed. The money is put among the payouts, and two administrators release it."
          confirmLabel="Cancel investment and return"
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
    </>
  );
}
