"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { adminKeys } from "@/components/admin/keys";
import { FilterSelect } from "@/components/data-table/filter-select";
import { TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { download, toApiError } from "@/lib/contract/client";
import { payouts } from "@/lib/payouts/api";
import { fileReasonSchema, type BatchDetailDto } from "@/lib/payouts/schema";
import { uploadFormats } from "@/lib/payouts/upload-labels";
import type { UploadTemplateDto } from "@/lib/payouts/upload-template-schema";

interface PaymentFileProps {
  batch: BatchDetailDto;
  /** The upload templates, the last used one first. */
  templates: readonly UploadTemplateDto[];
}

/**
 * Downloads the file of a released batch, in the columns of an upload template, as CSV or pain.001. Payouts that an earlier file has could be
 * sent to the bank twice, so a reason is needed.
 */
export function PaymentFile({ batch: { _id: id, payouts: all }, templates }: PaymentFileProps) {
  const formats = [
    ...templates.map(({ _id, name, format }) => ({
      value: _id,
      label: `${name}, ${uploadFormats[format]}`,
      ending: format,
    })),
    { value: "csv", label: "CSV", ending: "csv" },
    { value: "pain.001", label: "pain.001 (ISO 20022)", ending: "xml" },
  ];
  const [chosen, setChosen] = useState(formats[0]!.value);
  const { value: format, ending } = formats.find(({ value }) => value === chosen) ?? formats[0]!;
  const router = useRouter();
  const client = useQueryClient();
  const isRepeated = !all.some(({ state, stop, isInFile }) => state === "released" && !stop && !isInFile);
  const [isAsking, setIsAsking] = useState(false);
  const form = useForm({ resolver: zodResolver(fileReasonSchema), defaultValues: { reason: "" } });
  const save = async (reason?: string) => {
    const query = { format, ...(reason && { reason }) };
    saveFile(await download(payouts.getPaymentFile, { params: { id }, query }), `payouts-${id}.${ending}`);
    void client.invalidateQueries({ queryKey: adminKeys.acts });
    router.refresh();
  };
  const first = useMutation({
    mutationFn: () => save(),
    onError: (error) => toast.error(toApiError(error).message),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FilterSelect hideLabel label="File format" value={format} options={formats} onChange={setChosen} />
      <Button
        variant="secondary"
        busy={first.isPending}
        busyLabel="Exporting..."
        icon={<Download aria-hidden className="size-5" />}
        onClick={() => (isRepeated ? setIsAsking(true) : first.mutate())}
      >
        Download payment file
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
    </div>
  );
}
