"use client";

import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { download, toApiError } from "@/lib/contract/client";
import { documents } from "@/lib/documents/api";
import { investments } from "@/lib/investments/api";
import type { AccountStatementQuery } from "@/lib/investments/account-statement-schema";

/** Prints an account statement, or saves it as PDF or CSV. */
export function StatementButtons({ query }: { query: AccountStatementQuery }) {
  const [saving, setSaving] = useState<"csv" | "pdf" | null>(null);
  const save = async (type: "csv" | "pdf") => {
    setSaving(type);
    try {
      const file = await download(type === "pdf" ? documents.getStatementPdf : investments.exportStatement, {
        query,
      });
      saveFile(file, `statement-${query.from}-${query.to}.${type}`);
    } catch (error) {
      toast.error(toApiError(error).message);
    } finally {
      setSaving(null);
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
        busy={saving === "pdf"}
        busyLabel="Exporting..."
        icon={<Download aria-hidden className="size-5" />}
        onClick={() => void save("pdf")}
      >
        Download PDF
      </Button>
      <Button
        variant="secondary"
        busy={saving === "csv"}
        busyLabel="Exporting..."
        icon={<Download aria-hidden className="size-5" />}
        onClick={() => void save("csv")}
      >
        Download CSV
      </Button>
    </div>
  );
}
