"use client";

import { useRouter } from "next/navigation";
import { toast } from "sonner";
import type { NextCase } from "@/lib/review/cases/schema";
import { paths } from "@/lib/routes/paths";
import { useTakeNext } from "./queries";

/** Claims the next case of the filters and opens it. */
export function useOpenNext(filter: NextCase) {
  const router = useRouter();
  const next = useTakeNext();
  const open = () => {
    if (next.isPending) return;
    next.mutate(filter, {
      onSuccess: (taken) => {
        if (taken) router.push(paths.adminVerificationUser(taken.userId));
        else toast.info("No unclaimed case matches these filters");
      },
      onError: ({ message }) => toast.error(message),
    });
  };
  return { open, isBusy: next.isPending };
}
