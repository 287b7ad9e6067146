"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { adminKeys } from "@/components/admin/keys";
import { TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { download, toApiError } from "@/lib/contract/client";
import { payouts } from "@/lib/payouts/api";
import { fileReasonSchema, type BatchDetailDto } from "@/lib/payouts/schema";

interface FileButtonProps {
  batch: BatchDetailDto;
  format: "csv" | "pain.001";
  label: string;
}

/** Downloads the file of a released batch. Payouts that an earlier file has could be sent to the bank twice, so a reason is needed. */
export function FileButton({ batch: { _id: id, payouts: all }, format, label }: FileButtonProps) {
  const router = useRouter();
  const client = useQueryClient();
  const isRepeated = !all.some(({ state, stop, isInFile }) => state === "released" && !stop && !isInFile);
  const [isAsking, setIsAsking] = useState(false);
  const form = useForm({ resolver: zodResolver(fileReasonSchema), defaultValues: { reason: "" } });
  const save = async (reason?: string) => {
    const query = { format, ...(reason && { reason }) };
    const name = `payouts-${id}.${format === "csv" ? "csv" : "xml"}`;
    saveFile(await download(payouts.getPaymentFile, { params: { id }, query }), name);
    void client.invalidateQueries({ queryKey: adminKeys.acts });
    router.refresh();
  };
  const first = useMutation({
    mutationFn: () => save(),
    onError: (error) => toast.error(toApiError(error).message),
  });
  return (
    <>
      <Button
        variant="secondary"
        busy={first.isPending}
        busyLabel="Exporting..."
        icon={<Download aria-hidden className="size-5" />}
        onClick={() => (isRepeated ? setIsAsking(true) : first.mutate())}
      >
        {label}
      </Button>
      {isAsking && (
        <FormDialog
          form={form}
          title="Download another file?"
          description="A file of this batch was downloaded before. The bank pays twice if both are sent. The new file has only payouts in transit that are not stopped, and a message id of its own."
          submitLabel="Download"
          busyLabel="Exporting..."
          onClose={() => setIsAsking(false)}
          send={async ({ reason }) => {
            await save(reason);
            setIsAsking(false);
          }}
        >
          <TextField name="reason" label="Reason" rule="Explain it for later audits." maxLength={500} />
        </FormDialog>
      )}
    </>
  );
}
