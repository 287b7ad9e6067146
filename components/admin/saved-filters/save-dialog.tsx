"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { TextField } from "@/components/forms/account-fields";
import { FormDialog } from "@/components/forms/form-dialog";
import { Notice } from "@/components/ui/notice";
import { toApiError } from "@/lib/contract/client";
import { saveFilterSchema, type SavedQuery } from "@/lib/review/saved-filters/schema";
import { describeFilter } from "./describe-filter";
import type { SavedFiltersCache } from "./queries";

interface SaveDialogProps {
  query: SavedQuery;
  hasSearch: boolean;
  save: SavedFiltersCache["save"];
  onClose: () => void;
}

/** Asks for the name, and again if there is a filter of that name. */
export function SaveDialog({ query, hasSearch, save, onClose }: SaveDialogProps) {
  const form = useForm({
    resolver: zodResolver(saveFilterSchema.pick({ name: true })),
    defaultValues: { name: "" },
  });
  /** The name that another filter has. */
  const [taken, setTaken] = useState<string | null>(null);
  const replaces = useWatch({ control: form.control, name: "name" }).trim() === taken;
  return (
    <FormDialog
      form={form}
      send={async ({ name }) => {
        try {
          await save.mutateAsync({ name, query, replace: name === taken });
        } catch (thrown) {
          const error = toApiError(thrown);
          if (error.code !== "CONFLICT") throw error;
          return setTaken(name);
        }
        toast.success(`Filter "${name}" saved`);
        onClose();
      }}
      onClose={onClose}
      title="Save these filters"
      description={
        <span>{`${describeFilter(query)}. Only you see them.${hasSearch ? " The search text is not saved." : ""}`}</span>
      }
      submitLabel={replaces ? "Replace" : "Save"}
      busyLabel="Saving..."
      autoComplete="off"
    >
      <TextField name="name" label="Name" placeholder="For example: late startups" />
      {replaces && (
        <Notice tone="danger" role="alert">{`You have a filter "${taken}" already. Replace it?`}</Notice>
      )}
    </FormDialog>
  );
}
