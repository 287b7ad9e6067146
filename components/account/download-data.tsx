"use client";

import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { formatDateTime } from "@/components/ui/format";
import { saveFile } from "@/components/ui/save-file";
import { account } from "@/lib/account/api";
import type { ArchiveDto } from "@/lib/account/archive-dto";
import { call, download, toApiError } from "@/lib/contract/client";
import { lagosDay } from "@/lib/dates";

/** Asks for a copy of all personal data, and downloads it when it is ready. */
export function DownloadData({ archive }: { archive: ArchiveDto | null }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const isReady = Boolean(archive?.readyUntil);

  const run = async (act: () => Promise<string>) => {
    setBusy(true);
    try {
      toast.success(await act());
      router.refresh();
    } catch (error) {
      toast.error(toApiError(error).message);
    }
    setBusy(false);
  };
  const request = async () => {
    await call(account.requestArchive);
    return "We have received your request and sent you an email";
  };
  const save = async () => {
    saveFile(await download(account.downloadArchive), `my-data-${lagosDay()}.zip`);
    return "Your data has been downloaded";
  };

  if (archive && !isReady) {
    return (
      <div role="status" className="grid justify-items-start gap-3">
        <p className="measure">{`Your copy will be ready from ${formatDateTime(archive.dueAt)}. We'll email you. Until then, the link in the email we just sent can stop it, in case it wasn't you who asked.`}</p>
        <Button variant="secondary" onClick={() => router.refresh()}>
          Check again
        </Button>
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      {archive && (
        <p className="measure">{`Your copy is ready until ${formatDateTime(archive.readyUntil)}. It contains your full NIN, BVN and account number. Keep it where only you can open it.`}</p>
      )}
      <Button
        variant="secondary"
        busy={busy}
        icon={<Download aria-hidden className="size-4" />}
        onClick={() => void run(isReady ? save : request)}
      >
        {isReady ? "Download my data" : "Ask for a copy of my data"}
      </Button>
    </div>
  );
}
