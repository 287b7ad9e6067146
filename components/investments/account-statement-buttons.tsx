"use client";

import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { download, toApiError } from "@/lib/contract/client";
import { investments } from "@/lib/investments/api";
import type { AccountStatementQuery } from "@/lib/investments/account-statement-schema";

/** Prints an account statement, or saves it as CSV. */
export function StatementButtons({ query }: { query: AccountStatementQuery }) {
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    try {
      const file = await download(investments.exportStatement, { query });
      saveFile(file, `statement-${query.from}-${query.to}.csv`);
    } catch (error) {
      toast.error(toApiError(error).message);
    } finally {
      setIsSaving(false);
    }
  };
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
        busy={isSaving}
        busyLabel="Exporting..."
        icon={<Download aria-hidden className="size-5" />}
        onClick={() => void save()}
      >
        Download CSV
      </Button>
    </div>
  );
}
