import { Copy } from "lucide-react";
import type { DialogContent } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { Notice } from "@/components/ui/notice";

/** A secret that is shown once: a key, or the secret of a webhook. */
export interface ShownOnce {
  title: string;
  text: string;
  /** What whoever has it can do. */
  warning: string;
}

/** The last step of a dialog that makes a secret. */
export const shownOnceStep = ({ title, text, warning }: ShownOnce, onClose: () => void): DialogContent => ({
  title,
  description: "Copy it now into the configuration of the program. It is not shown again.",
  locked: true,
  footer: <Button onClick={onClose}>I have stored it</Button>,
  children: (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-sunken p-4">
        <code translate="no" className="min-w-0 flex-1 text-sm break-all">
          {text}
        </code>
        <Button
          variant="secondary"
          size="sm"
          icon={<Copy aria-hidden className="size-4" />}
          onClick={() => void copyText(text)}
        >
          Copy
        </Button>
      </div>
      <Notice tone="warning">{warning}</Notice>
    </div>
  ),
});
