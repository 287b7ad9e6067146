"use client";

import { Download } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { toast } from "sonner";
import { Form } from "@/components/forms/form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { saveFile } from "@/components/ui/save-file";
import { passwordOnlySchema } from "@/lib/account/schema";
import { download, toApiError } from "@/lib/contract/client";
import { auth } from "@/lib/contract/endpoints/auth";
import { OwnPassword } from "./own-password";

const FORM = "download-my-data";

/** A copy of everything, for who knows the password: it holds whole numbers, and a browser left open must not give them away. */
export function DownloadData({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const show = (next: boolean) => {
    setOpen(next);
    setPassword("");
    setFailure(undefined);
  };
  const refuse = (message: string | undefined) => {
    setFailure(message);
    field.current?.focus();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const asked = passwordOnlySchema.safeParse({ password });
    if (!asked.success) return refuse(asked.error.issues[0]?.message);
    setBusy(true);
    try {
      const file = await download(auth.downloadMe, { body: asked.data });
      saveFile(file, `my-data-${new Date().toISOString().slice(0, 10)}.zip`);
      show(false);
      toast.success("Your data has been downloaded");
    } catch (error) {
      refuse(toApiError(error).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button
        variant="secondary"
        icon={<Download aria-hidden className="size-4" />}
        onClick={() => show(true)}
      >
        Download my data
      </Button>
      <Dialog
        open={open}
        onOpenChange={show}
        locked={busy}
        title="Download your data"
        description="The file contains your full NIN, BVN and account number. Keep it where only you can open it."
        footer={
          <>
            <Button variant="secondary" disabled={busy} onClick={() => show(false)}>
              Cancel
            </Button>
            <Button type="submit" form={FORM} busy={busy} busyLabel="Preparing...">
              Download
            </Button>
          </>
        }
      >
        <Form id={FORM} onSubmit={(event) => void save(event)} className="pb-1">
          <OwnPassword
            email={email}
            value={password}
            error={failure}
            inputRef={field}
            onChange={(typed) => {
              setPassword(typed);
              setFailure(undefined);
            }}
          />
        </Form>
      </Dialog>
    </>
  );
}
