"use client";

import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "sonner";
import { api, toApiError } from "@/lib/contract/client";
import { fallbacks } from "@/lib/contract/messages";

/** Asks the server anew; the page's guard leads on once there is a decision. Says so when there was no answer. */
export function RefreshStatus() {
  const router = useRouter();
  const [busy, startTransition] = useTransition();
  const check = async () => {
    try {
      await api.get("/verification/status");
      startTransition(() => router.refresh());
    } catch (error) {
      toast.error(toApiError(error, fallbacks.verificationStatus).message, { id: "status" });
    }
  };
  return (
    <Button
      variant="secondary"
      busy={busy}
      icon={<RefreshCw aria-hidden className="size-4" />}
      onClick={() => startTransition(check)}
    >
      Check for a decision
    </Button>
  );
}
