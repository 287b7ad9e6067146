"use client";

import { KeyRound } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatDate } from "@/components/ui/format";
import { isolate } from "@/lib/bidi";
import type { PasskeyDto } from "@/lib/account/dto";

interface PasskeysProps {
  passkeys: readonly PasskeyDto[];
  onAdd: () => void;
  onRemove: (passkey: PasskeyDto) => void;
}

/** Shows the user's passkeys, each with a button that removes it. */
export function Passkeys({ passkeys, onAdd, onRemove }: PasskeysProps) {
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <div>
        <h3 className="font-medium">Passkeys</h3>
        <p className="mt-1 measure text-[0.9375rem] leading-6 text-muted">
          A passkey confirms that it&apos;s you with your fingerprint, face or screen lock instead of a code.
          Your device or password manager keeps it, and a fake website can&apos;t use it.
        </p>
      </div>
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <li key={passkey._id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 sm:flex-nowrap">
              <span
                aria-hidden
                className="hidden size-10 shrink-0 place-items-center rounded-control bg-sunken text-muted sm:grid"
              >
                <KeyRound className="size-5" />
              </span>
              <div className="min-w-0 grow basis-60">
                <p className="font-medium">{passkey.name}</p>
                <p className="mt-1 flex flex-wrap gap-x-4 text-sm leading-6 text-muted figures">
                  <span>{`Added on ${formatDate(passkey.addedAt)}`}</span>
                  <span>
                    {passkey.lastUsedAt ? `Last used on ${formatDate(passkey.lastUsedAt)}` : "Not used yet"}
                  </span>
                </p>
              </div>
              <Button variant="secondary" size="sm" onClick={() => onRemove(passkey)}>
                Remove{" "}
                <span className="sr-only">{` ${isolate(passkey.name)}, added on ${formatDate(passkey.addedAt)}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button variant="secondary" onClick={onAdd}>
          Add a passkey
        </Button>
      </div>
    </div>
  );
}
