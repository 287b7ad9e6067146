"use client";

import { useMutation } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { download, toApiError } from "@/lib/contract/client";
import { statements } from "@/lib/contract/endpoints/statements";
import type { StatementQuery } from "@/lib/investing/statements/schema";

/** Prints a statement, or saves it as CSV. */
export function StatementButtons({ query }: { query: StatementQuery }) {
  const { isPending, mutate } = useMutation({
    mutationFn: async () =>
      saveFile(
        await download(statements.exportStatement, { query }),
        `statement-${query.from}-${query.to}.csv`,
      ),
    onError: (error) => toast.error(toApiError(error).message),
  });
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button
        variant="secondary"
        icon={<Printer aria-hidden className="size-5" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
      <Button
        variant="secondary"
        busy={isPending}
        busyLabel="Exporting..."
        icon={<Download aria-hidden className="size-5" />}
        onClick={() => mutate()}
      >
        Download CSV
      </Button>
    </div>
  );
}
