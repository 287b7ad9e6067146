import { Copy } from "lucide-react";
import type { DialogContent } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { Notice } from "@/components/ui/notice";
import type { NewApiKeyDto } from "@/lib/api-keys/schema";

/** The last step of a dialog that makes a key or its new secret: the text of the key, which is shown once. */
export const newKeyStep = ({ key, name }: NewApiKeyDto, onClose: () => void): DialogContent => ({
  title: `The key of ${name}`,
  description: "Copy it now into the configuration of the program. It is not shown again.",
  locked: true,
  footer: <Button onClick={onClose}>I have stored it</Button>,
  children: (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-sunken p-4">
        <code translate="no" className="min-w-0 flex-1 text-sm break-all">
          {key}
        </code>
        <Button
          variant="secondary"
          size="sm"
          icon={<Copy aria-hidden className="size-4" />}
          onClick={() => void copyText(key)}
        >
          Copy
        </Button>
      </div>
      <Notice tone="warning">
        Whoever has the key can read what its scopes allow. Keep it out of emails, chats and source code.
      </Notice>
    </div>
  ),
});
