"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/forms/action-dialog";
import { Button } from "@/components/ui/button";
import { formatDate } from "@/components/ui/format";
import { call } from "@/lib/contract/client";
import { investments } from "@/lib/investments/api";
import type { InvestmentDto } from "@/lib/investments/schema";
import { formatKobo } from "@/lib/money";

interface CancelRedemptionProps {
  investmentId: string;
  redemption: InvestmentDto["pendingRedemptions"][number];
}

/** Cancels a redemption that has not taken effect, after confirmation. */
export function CancelRedemption({ investmentId, redemption }: CancelRedemptionProps) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="mt-2 print:hidden">
      <Button variant="danger-quiet" onClick={() => setIsAsking(true)}>
        Cancel redemption
      </Button>
      {isAsking && (
        <ActionDialog
          title={`Cancel the redemption of ${formatKobo(BigInt(redemption.amount))}?`}
          description={`It would take effect on ${formatDate(redemption.on)}. The amount stays invested.`}
          confirmLabel="Cancel redemption"
          cancelLabel="Keep redemption"
          busyLabel="Cancelling..."
          onClose={() => setIsAsking(false)}
          send={async () => {
            const params = { id: investmentId, redemptionId: redemption._id };
            await call(investments.cancelRedemption, { params });
            toast.success("Redemption cancelled");
            setIsAsking(false);
            router.refresh();
          }}
        />
      )}
    </div>
  );
}
