import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { Field } from "@/components/forms/field";
import { CodeInput } from "@/components/forms/inputs";
import { IconButton } from "@/components/ui/button";
import { linkClass } from "@/components/ui/link";
import type { TwoStepSetup } from "@/lib/account/dto";

interface TwoStepAppProps {
  setup: TwoStepSetup;
  code: string;
  onChange: (code: string) => void;
  error: string | undefined;
}

const darkRuns = (row: string, y: number): string[] =>
  [...row.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);

/** Tells the app the secret, by picture, link or key, and asks for its first code. */
export function TwoStepApp({ setup: { secret, uri, picture }, code, onChange, error }: TwoStepAppProps) {
  const start = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The password's field is gone, and with it the focus.
  useEffect(() => start.current?.focus(), []);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast.success("Copied");
    } catch {
      toast.error("Copy failed");
    }
  };

  return (
    <div ref={start} tabIndex={-1} className="grid gap-5 text-[0.9375rem] leading-6 outline-none">
      <div className="grid justify-items-center gap-x-6 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:justify-items-start">
        <svg
          role="img"
          aria-label="QR code for your authenticator app"
          viewBox={`0 0 ${picture.length} ${picture.length}`}
          shapeRendering="crispEdges"
          // Dark on white in every appearance: scanners expect it.
          className="size-48 rounded-card border border-line bg-white text-black"
        >
          <path d={picture.flatMap(darkRuns).join("")} fill="currentColor" />
        </svg>
        <div>
          <p className="font-medium">1. Scan this QR code with your authenticator app</p>
          <p className="mt-1 text-muted">
            Is the app on this device?{" "}
            <a href={uri} className={linkClass}>
              Open it in the app
            </a>
            .
          </p>
          <p className="mt-1 text-muted">Or type this key into the app:</p>
          <p className="flex items-center gap-1">
            <code className="font-mono text-sm break-words text-ink">
              {secret.match(/.{1,4}/g)?.join(" ")}
            </code>
            <IconButton label="Copy key" className="-my-1 shrink-0" onClick={() => void copy()}>
              <Copy aria-hidden className="size-5" />
            </IconButton>
          </p>
        </div>
      </div>
      <Field label="2. Enter the 6-digit code from the app" error={error}>
        {({ labelId: _, ...control }) => (
          <CodeInput ref={field} value={code} onChange={onChange} {...control} />
        )}
      </Field>
    </div>
  );
}
