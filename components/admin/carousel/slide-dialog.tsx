"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import * as z from "zod";
import "@/lib/zod";
import { TextField } from "@/components/forms/account-fields";
import { Field } from "@/components/forms/field";
import { FormDialog } from "@/components/forms/form-dialog";
import { Textarea } from "@/components/ui/input";
import { createSlideSchema, updateSlideSchema } from "@/lib/carousel/schema";
import type { SlideDto } from "@/lib/carousel/dto";
import { ImageField } from "./image-field";
import { useSaveSlide } from "./queries";

/** Validates the four texts with the schema of the call without transforming them: a cleared text must be sent as empty. */
const untransformed = (schema: z.ZodType) =>
  z
    .object({ image: z.string(), title: z.string(), description: z.string(), link: z.string() })
    .superRefine((values, context) => {
      for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
        context.addIssue({ code: "custom", path: [...path], message });
      }
    });
const creating = untransformed(createSlideSchema);
const editing = untransformed(updateSlideSchema);

/** Shows Add item or Edit: the same four fields, all optional when editing (product 5.4). */
export function SlideDialog({ slide, onClose }: { slide: SlideDto | null; onClose: () => void }) {
  const saving = useSaveSlide();
  const [uploading, setUploading] = useState(false);
  const form = useForm({
    resolver: zodResolver(slide ? editing : creating),
    mode: "onChange",
    defaultValues: {
      image: slide?.image ?? "",
      title: slide?.title ?? "",
      description: slide?.description ?? "",
      link: slide?.link ?? "",
    },
  });
  const { errors } = form.formState;

  return (
    <FormDialog
      form={form}
      send={async (input) => {
        try {
          await saving.mutateAsync({ id: slide?._id ?? null, input });
        } catch (error) {
          toast.error(slide ? "Error updating item" : "Error creating item");
          throw error;
        }
        toast.success(slide ? "Item updated" : "Item created");
        onClose();
      }}
      title={slide ? "Edit item" : "Add item"}
      submitLabel={slide ? "Save" : "Add item"}
      busyLabel="Saving..."
      disabled={uploading}
      onClose={onClose}
    >
      <ImageField optional={slide !== null} onUploading={setUploading} />
      <TextField name="title" label="Title" optional />
      <Field label="Description" optional error={errors.description?.message}>
        {(control) => <Textarea rows={2} {...control} {...form.register("description")} />}
      </Field>
      <TextField
        name="link"
        label="Link"
        optional
        rule="Enter a path such as /plans, or a full URL."
        help="Opens when a visitor selects the slide."
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  );
}
