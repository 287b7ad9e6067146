"use client";

import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { call, toApiError } from "@/lib/contract/client";
import { onboarding } from "@/lib/onboarding/api";

/** Reloads the status. After a decision, the page's guard redirects. */
export function RefreshStatus() {
  const router = useRouter();
  const [busy, startTransition] = useTransition();
  const check = async () => {
    try {
      await call(onboarding.verificationStatus);
      startTransition(() => router.refresh());
    } catch (error) {
      toast.error(toApiError(error).message, { id: "status" });
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
