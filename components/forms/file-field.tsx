"use client";

import { Camera, CircleAlert, Upload } from "lucide-react";
import { useId, useRef, useState, type DragEvent } from "react";
import { useController, type FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { DocumentField } from "@/lib/forms/definition";
import { ChosenDocument } from "./chosen-document";
import { isStored } from "./documents";
import { useUploadsContext } from "./uploads-context";

/** A document. What becomes of a chosen file is up to the form's UploadsContext. */
export function FileField({ name, definition }: { name: string; definition: DocumentField }) {
  const { label, help, rule, camera = "environment", optional = false } = definition;
  const { field, fieldState } = useController<FieldValues>({ name });
  const uploads = useUploadsContext();
  const value = field.value instanceof File || isStored(field.value) ? field.value : null;
  const error = fieldState.error?.message;
  const upload = uploads.stateOf(name);
  const onChange = (file: File | null) => (file ? uploads.choose(name, file, rule) : uploads.remove(name));
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const shutter = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const busy = upload.phase !== "idle" && upload.phase !== "failed";
  const describedBy = [`${id}-rule`, help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ");

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onChange(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!busy) take(event.dataTransfer.files);
  };
  // The input is emptied so that choosing the same file again is noticed.
  const reset = () => {
    if (picker.current) picker.current.value = "";
    if (shutter.current) shutter.current.value = "";
  };
  const choose = () => {
    reset();
    picker.current?.click();
  };
  const photograph = () => {
    reset();
    shutter.current?.click();
  };

  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <span id={`${id}-label`} className="text-[0.9375rem] leading-6 font-medium">
          {label}
          {optional && <span className="ml-1.5 font-normal text-muted">(optional)</span>}
        </span>
        <span id={`${id}-rule`} className="text-sm text-muted">
          {rule.summary}
        </span>
      </div>

      {/* Out of sight but reachable: the keyboard, screen readers and tests use the real input. */}
      <input
        ref={picker}
        id={id}
        type="file"
        name={name}
        accept={rule.types.join(",")}
        className="peer sr-only"
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
        aria-required={optional ? undefined : true}
        disabled={busy}
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
          "rounded-control border bg-surface transition-colors duration-150 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus",
          value ? "border-line-strong" : "border-dashed border-line-strong",
          error && "border-danger",
          over && "border-solid border-accent bg-accent-soft",
        )}
      >
        {value ? (
          <ChosenDocument
            document={value}
            label={label}
            invalid={!!error}
            upload={upload}
            onReplace={choose}
            onRemove={() => {
              reset();
              onChange(null);
            }}
          />
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
            <span aria-hidden className="grid size-11 place-items-center rounded-full bg-sunken text-muted">
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
                onClick={choose}
                className="any-pointer-coarse:min-h-11"
              >
                Choose file
                <span className="sr-only"> for {label}</span>
              </Button>
              <Button
                variant="secondary"
                size="sm"
                onClick={photograph}
                className="hidden min-h-11 any-pointer-coarse:inline-flex"
                icon={<Camera aria-hidden className="size-4" />}
              >
                Take photo
                <span className="sr-only"> for {label}</span>
              </Button>
            </div>
          </div>
        )}
      </div>

      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-sm leading-5 text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-4" />
            <span className="min-w-0">
              {error.split("\n").map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </span>
          </p>
        )}
      </div>
      {help && (
        <p id={`${id}-help`} className="mt-1.5 text-sm leading-5 text-muted">
          {help}
        </p>
      )}
    </div>
  );
}
