"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { download } from "@/lib/contract/client";
import { auth } from "@/lib/contract/endpoints/auth";
import { useOwnPassword } from "./use-own-password";

/** Downloads all personal data. The file contains full numbers, so the password is required. */
export function DownloadData({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        icon={<Download aria-hidden className="size-4" />}
        onClick={() => setIsOpen(true)}
      >
        Download my data
      </Button>
      {isOpen && <DownloadDialog email={email} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function DownloadDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const reauthentication = useOwnPassword(email, async ({ password }) => {
    const file = await download(auth.downloadMe, { body: { password } });
    saveFile(file, `my-data-${new Date().toISOString().slice(0, 10)}.zip`);
    onClose();
    toast.success("Your data has been downloaded");
  });
  return (
    <FormDialog
      {...reauthentication}
      title="Download your data"
      description="The file contains your full NIN, BVN and account number. Keep it where only you can open it."
      submitLabel="Download"
      busyLabel="Preparing..."
      onClose={onClose}
    />
  );
}
