"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/forms/action-dialog";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/contract/client";
import { investments } from "@/lib/investments/api";

/** Cancels an investment after confirmation. */
export function CancelInvestment({ id }: { id: string }) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="danger-quiet" onClick={() => setIsAsking(true)}>
        Cancel investment
      </Button>
      {isAsking && (
        <ActionDialog
          title="Cancel this investment?"
          description="Cancelling is free of charge. If you have already transferred the money, do not cancel."
          confirmLabel="Cancel investment"
          cancelLabel="Keep investment"
          busyLabel="Cancelling..."
          tone="danger"
          onClose={() => setIsAsking(false)}
          send={async () => {
            await call(investments.cancelInvestment, { params: { id } });
            toast.success("Investment cancelled");
            setIsAsking(false);
            router.refresh();
          }}
        />
      )}
    </>
  );
}
