"use client";

import { Camera, Upload } from "lucide-react";
import { useId, useRef, useState, type DragEvent, type MouseEvent } from "react";
import { useController, type FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { DocumentField } from "@/lib/forms/definition";
import { acceptOf } from "@/lib/forms/files";
import { ChosenDocument } from "./chosen-document";
import { isStored } from "./documents";
import { Field } from "./field";
import { Lockable, useFieldLock } from "./lock-context";
import { isBusy, useUploadsContext } from "./uploads-context";

interface FileFieldProps {
  name: string;
  definition: DocumentField;
}

/** Asks for a document. The form's UploadsContext processes a chosen file. */
export function FileField(props: FileFieldProps) {
  const { isLocked, request } = useFieldLock(props.name);
  return (
    <Lockable isLocked={isLocked}>
      <FileControl {...props} request={request} />
    </Lockable>
  );
}

function FileControl({ name, definition, request }: FileFieldProps & { request: string | null }) {
  const { label, help, rule, camera = "environment", optional } = definition;
  const { field, fieldState } = useController<FieldValues>({ name });
  const uploads = useUploadsContext();
  const upload = uploads.stateOf(name);
  const value = field.value instanceof File || isStored(field.value) ? field.value : null;
  const error = fieldState.error?.message;
  const ruleId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const shutter = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) uploads.choose(name, file, rule);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy(upload)) take(event.dataTransfer.files);
  };
  // The input is cleared, so that choosing the same file again is a change.
  const empty = (event: MouseEvent<HTMLInputElement>) => {
    if (isBusy(upload)) event.preventDefault();
    else event.currentTarget.value = "";
  };

  return (
    <Field
      group
      label={label}
      aside={
        <span id={ruleId} className="text-sm text-muted">
          {rule.summary}
        </span>
      }
      help={help}
      error={error}
      warning={request}
      optional={optional}
    >
      {(control) => (
        <>
          {/* The real input is visually hidden but reachable: the keyboard, screen readers and tests use it. */}
          <input
            {...control}
            ref={picker}
            type="file"
            name={name}
            accept={acceptOf(rule)}
            className="peer sr-only"
            aria-describedby={[ruleId, control["aria-describedby"]].filter(Boolean).join(" ")}
            // The input is not `disabled`, because it would then lose the focus.
            aria-disabled={isBusy(upload)}
            onClick={empty}
            onChange={(event) => take(event.target.files)}
            onBlur={field.onBlur}
          />
          <input
            ref={shutter}
            type="file"
            accept="image/jpeg,image/png"
            capture={camera}
            tabIndex={-1}
            aria-hidden
            className="hidden"
            onClick={empty}
            onChange={(event) => take(event.target.files)}
          />

          <div
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
            className={cn(
              "rounded-control border border-line-strong bg-surface transition-colors duration-150 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus",
              !value && "border-dashed",
              error && "border-danger",
              isOver && "border-solid border-accent bg-accent-soft",
            )}
          >
            {value ? (
              <ChosenDocument
                document={value}
                label={label}
                invalid={!!error}
                upload={upload}
                onReplace={() => picker.current?.click()}
                onRemove={() => uploads.remove(name)}
              />
            ) : (
              <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
                <span
                  aria-hidden
                  className="grid size-11 place-items-center rounded-full bg-sunken text-muted"
                >
                  <Upload className="size-5" />
                </span>
                <p className="min-w-40 flex-1 text-sm leading-5 text-muted">
                  <span className="any-pointer-coarse:hidden">
                    Drag a file here, or choose one from your computer.
                  </span>
                  <span className="hidden any-pointer-coarse:inline">Choose a file or take a photo.</span>
                </p>
                <div className="flex flex-wrap gap-2">
                  <Button
                    variant="secondary"
                    size="sm"
                    tabIndex={-1}
                    onClick={() => picker.current?.click()}
                    className="any-pointer-coarse:min-h-11"
                  >
                    Choose file
                    <span className="sr-only">{` for ${label}`}</span>
                  </Button>
                  <Button
                    variant="secondary"
                    size="sm"
                    onClick={() => shutter.current?.click()}
                    className="hidden min-h-11 any-pointer-coarse:inline-flex"
                    icon={<Camera aria-hidden className="size-4" />}
                  >
                    Take photo
                    <span className="sr-only">{` for ${label}`}</span>
                  </Button>
                </div>
              </div>
            )}
          </div>
        </>
      )}
    </Field>
  );
}
