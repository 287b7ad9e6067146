"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { toast } from "sonner";
import type { NextCase } from "@/lib/review/cases/schema";
import { paths } from "@/lib/routes/paths";
import { useTakeNext } from "./queries";

/** Claims the next case that matches the filters and opens it. */
export function useTakeAndOpenNext(filter: NextCase) {
  const router = useRouter();
  const next = useTakeNext();
  // A ref, because a second click can come before the state changes; it stays set until the case is shown.
  const isOpening = useRef(false);
  const open = () => {
    if (isOpening.current) return;
    isOpening.current = true;
    next.mutate(filter, {
      onSuccess: (taken) => {
        if (taken) return router.push(paths.adminVerificationUser(taken.userId));
        isOpening.current = false;
        toast.info("No unclaimed case matches these filters");
      },
      onError: ({ message }) => {
        isOpening.current = false;
        toast.error(message);
      },
    });
  };
  return { open, isBusy: next.isPending || (next.isSuccess && next.data !== null) };
}
