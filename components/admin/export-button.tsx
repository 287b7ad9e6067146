"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { toApiError } from "@/lib/api/client";
import { exportUsers } from "./api";
import type { UserFilters } from "./user-filters";

/** The list as it is filtered now, all pages of it, as a file for a spreadsheet. */
export function ExportButton({ filters }: { filters: UserFilters }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(await exportUsers(filters), `users-${new Date().toISOString().slice(0, 10)}.csv`);
      toast.success("List exported");
    } catch (error) {
      toast.error(toApiError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="secondary"
      busy={busy}
      busyLabel="Exporting..."
      icon={<Download aria-hidden className="size-4" />}
      onClick={() => void save()}
    >
      Export CSV
    </Button>
  );
}
