"use client";

import { Copy, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { readFile } from "@/components/forms/read-file";
import { Button, IconButton } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { Input } from "@/components/ui/input";
import { toApiError } from "@/lib/contract/client";
import { fallbacks } from "@/lib/contract/messages";
import { acceptOf, imageRule } from "@/lib/forms/files";
import { isPathOrUrl } from "@/lib/carousel/schema";
import { uploadImage } from "./queries";
import { SlideImage } from "./slide-image";

interface ImageFieldProps {
  optional: boolean;
  onUploading: (busy: boolean) => void;
}

/** Asks for the image: a URL or an upload, with a preview and a button that copies the URL (product 2.14). */
export function ImageField({ optional, onUploading }: ImageFieldProps) {
  const { field, fieldState } = useController<{ image: string }, "image">({ name: "image" });
  const { setError } = useFormContext<{ image: string }>();
  const picker = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const image = field.value.trim();
  const shown = isPathOrUrl(image) ? image : "";

  const send = async (file: File) => {
    setPercent(0);
    onUploading(true);
    try {
      const readable = await readFile(file);
      const url = await uploadImage(readable, (sent, total) => setPercent(Math.round((sent / total) * 100)));
      field.onChange(url);
      toast.success("Image uploaded");
    } catch (thrown) {
      setError("image", { type: "upload", message: toApiError(thrown, fallbacks.upload).message });
    } finally {
      setPercent(null);
      onUploading(false);
    }
  };

  const copy = () => copyText(image.startsWith("/") ? window.location.origin + image : image);

  return (
    <div className="grid gap-3">
      <SlideImage src={shown} className="h-40 w-full" />
      <Field
        label="Image"
        optional={optional}
        error={fieldState.error?.message}
        rule="Enter a URL or path, or upload a JPG or PNG (max 5 MB)."
      >
        {(control) => (
          <span className="flex gap-2">
            <Input
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="/carousel/slide.svg"
              {...control}
              {...field}
            />
            <IconButton
              label="Copy URL"
              disabled={!shown}
              onClick={() => void copy()}
              className="size-12 off:opacity-50"
            >
              <Copy aria-hidden className="size-5" />
            </IconButton>
          </span>
        )}
      </Field>
      <input
        ref={picker}
        type="file"
        accept={acceptOf(imageRule)}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allows picking the same file again after a failure.
          event.target.value = "";
          if (file) void send(file);
        }}
      />
      <Button
        variant="secondary"
        busy={percent !== null}
        busyLabel={`Uploading ${percent ?? 0}%`}
        icon={<Upload aria-hidden className="size-5" />}
        onClick={() => picker.current?.click()}
        className="justify-self-start"
      >
        Upload image
      </Button>
    </div>
  );
}
