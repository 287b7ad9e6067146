"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "sonner";
import * as z from "zod";
import "@/lib/zod";
import { Field } from "@/components/forms/field";
import { Form } from "@/components/forms/form";
import { applyServerErrors } from "@/components/forms/server-errors";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Input, Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { toApiError } from "@/lib/contract/client";
import { createSlideSchema, updateSlideSchema } from "@/lib/carousel/schema";
import type { SlideDto } from "@/lib/carousel/dto";
import { ImageField } from "./image-field";
import { useSaveSlide } from "./queries";

const fields = ["image", "title", "description", "link"] as const;

/** The form's four texts, judged by the schema of the call but kept as typed: an emptied text must be sent as empty. */
const typed = (schema: z.ZodType) =>
  z
    .object({ image: z.string(), title: z.string(), description: z.string(), link: z.string() })
    .superRefine((values, context) => {
      for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
        context.addIssue({ code: "custom", path: [...path], message });
      }
    });
const creating = typed(createSlideSchema);
const editing = typed(updateSlideSchema);

/** Add item and Edit: the same four fields; when editing all of them are optional (product 5.4). */
export function SlideDialog({
  slide,
  open,
  onClose,
}: {
  slide: SlideDto | null;
  open: boolean;
  onClose: () => void;
}) {
  const saving = useSaveSlide();
  const [failure, setFailure] = useState<string | null>(null);
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
  const image = useWatch({ control: form.control, name: "image" });

  const submit = form.handleSubmit(async (input) => {
    if (saving.isPending || uploading) return;
    setFailure(null);
    try {
      await saving.mutateAsync({ id: slide?._id ?? null, input });
      toast.success(slide ? "Item updated" : "Item created");
      onClose();
    } catch (thrown) {
      const error = toApiError(thrown);
      const { placed } = applyServerErrors(form, error, fields);
      if (placed[0]) form.setFocus(placed[0]);
      else setFailure(error.message);
      toast.error(slide ? "Error updating item" : "Error creating item");
    }
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      locked={saving.isPending}
      title={slide ? "Edit item" : "Add item"}
      footer={
        <>
          <Button variant="secondary" disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="slide"
            disabled={uploading}
            busy={saving.isPending}
            busyLabel="Saving..."
          >
            {slide ? "Save" : "Add item"}
          </Button>
        </>
      }
    >
      <Form id="slide" onSubmit={(event) => void submit(event)} className="grid gap-4 pb-1">
        {failure && (
          <Notice tone="danger" role="alert">
            {failure}
          </Notice>
        )}
        <ImageField
          value={image}
          input={form.register("image")}
          error={errors.image?.message}
          optional={slide !== null}
          onUploading={setUploading}
          onUploaded={(url) => form.setValue("image", url, { shouldDirty: true, shouldValidate: true })}
        />
        <Field label="Title" optional error={errors.title?.message}>
          {({ labelId: _, ...control }) => <Input {...control} {...form.register("title")} />}
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          {({ labelId: _, ...control }) => (
            <Textarea rows={2} {...control} {...form.register("description")} />
          )}
        </Field>
        <Field
          label="Link"
          optional
          error={errors.link?.message}
          help="Opens when a visitor selects the slide. Enter a path such as /plans, or a full URL."
        >
          {({ labelId: _, ...control }) => (
            <Input
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              {...control}
              {...form.register("link")}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}
