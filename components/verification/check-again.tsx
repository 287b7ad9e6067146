"use client";

import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Button } from "@/components/ui/button";

/** Asks the server anew; the page's guard leads on once there is a decision. */
export function CheckAgain() {
  const router = useRouter();
  const [busy, startTransition] = useTransition();
  return (
    <Button
      variant="secondary"
      busy={busy}
      icon={<RefreshCw aria-hidden className="size-4" />}
      onClick={() => startTransition(() => router.refresh())}
    >
      Check again
    </Button>
  );
}
