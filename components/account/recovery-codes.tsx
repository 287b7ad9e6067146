"use client";

import { Copy, Download } from "lucide-react";
import { useEffect, useRef } from "react";
import type { DialogContent } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { formatDate } from "@/components/ui/format";
import { saveFile } from "@/components/ui/save-file";

/** Returns the content of a dialog that shows new recovery codes, once only. It closes only when the user confirms that they are saved. */
export const recoveryCodesStep = (
  email: string,
  codes: readonly string[],
  onDone: () => void,
): DialogContent => ({
  title: "Save your recovery codes",
  description:
    "Use a recovery code to log in when you don't have your phone. Each code works once. Keep them somewhere safe, but not on your phone. We can't show them again.",
  locked: true,
  footer: <Button onClick={onDone}>I have saved them</Button>,
  children: <RecoveryCodes email={email} codes={codes} />,
});

const fileText = (email: string, codes: readonly string[]) => `Recovery codes for ${email}
${window.location.host}, ${formatDate(new Date().toISOString())}

When you log in without your phone, enter one of these codes after your password. Each code works once.

${codes.join("\n")}
`;

function RecoveryCodes({ email, codes }: { email: string; codes: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null);
  // The button that had the focus was removed, so the list receives it.
  useEffect(() => list.current?.focus(), []);
  const save = () =>
    saveFile(new Blob([fileText(email, codes)], { type: "text/plain" }), "recovery-codes.txt");

  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        translate="no"
        className="grid grid-cols-2 gap-x-4 gap-y-2.5 rounded-card border border-line bg-sunken px-4 py-4 text-center font-mono text-[0.9375rem] outline-none sm:text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" icon={<Download aria-hidden className="size-4" />} onClick={save}>
          Download
        </Button>
        <Button
          variant="secondary"
          icon={<Copy aria-hidden className="size-4" />}
          onClick={() => void copyText(codes.join("\n"))}
        >
          Copy
        </Button>
      </div>
    </>
  );
}
