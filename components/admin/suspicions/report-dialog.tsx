"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { NoteField } from "@/components/forms/choice-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { call } from "@/lib/contract/client";
import { suspicions } from "@/lib/suspicions/api";
import { reportSchema, type SuspicionThing } from "@/lib/suspicions/schema";

interface ReportDialogProps {
  thing: SuspicionThing;
  thingId: string;
  about: string;
  onClose: () => void;
}

/** Asks what is suspicious. Only those who decide on it can read it afterwards. */
export function ReportDialog({ thing, thingId, about, onClose }: ReportDialogProps) {
  const form = useForm({
    resolver: zodResolver(reportSchema),
    defaultValues: { thing, thingId, report: "" },
  });
  return (
    <FormDialog
      form={form}
      send={async (body) => {
        await call(suspicions.reportSuspicion, { body });
        toast.success("Reported", {
          description: "The compliance officer decides within 24 hours. Speak with no one else about it.",
        });
        onClose();
      }}
      otherwise="report"
      onClose={onClose}
      title="Report a suspicion"
      description={`About ${about}. Only the compliance officer reads it. Telling the person about it is an offence.`}
      submitLabel="Send the report"
      busyLabel="Sending..."
    >
      <NoteField name="report" label="What is suspicious?" maxLength={2000} />
    </FormDialog>
  );
}
