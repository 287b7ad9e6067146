"use client";

import { useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { adminKeys } from "@/components/admin/keys";
import { ActionDialog } from "@/components/forms/action-dialog";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { call } from "@/lib/contract/client";
import { screening } from "@/lib/review/screening/api";
import { sourceLabels } from "@/lib/review/screening/labels";

/** Picks and imports a list, which replaces the one of the same source. */
export function ImportList() {
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const client = useQueryClient();
  const send = async (list: File) => {
    const form = new FormData();
    form.set("file", list);
    const { data } = await call(screening.importWatchlist, { form });
    toast.success(
      data.isNew
        ? `${sourceLabels[data.source]}: ${formatCount(data.entries)} entries imported`
        : "This list was imported before; nothing has changed",
    );
    setFile(null);
    void client.invalidateQueries({ queryKey: adminKeys.watchlists });
  };
  return (
    <>
      <Button
        variant="secondary"
        icon={<FileUp aria-hidden className="size-5" />}
        onClick={() => picker.current?.click()}
      >
        Import a list
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".xml,.csv"
        aria-label="Watchlist"
        hidden
        onChange={(event) => {
          setFile(event.target.files?.[0] ?? null);
          // Allows picking the same file again.
          event.target.value = "";
        }}
      />
      {file && (
        <ActionDialog
          role="dialog"
          onClose={() => setFile(null)}
          title={`Import ${file.name}`}
          description="The United Nations' list (XML), OFAC's list (XML), or politically exposed people (CSV). It replaces the list of the same source, and all users are screened again."
          confirmLabel="Import"
          busyLabel="Importing..."
          send={() => send(file)}
        />
      )}
    </>
  );
}
