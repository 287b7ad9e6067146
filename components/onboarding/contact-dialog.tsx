"use client";

import { Mail, Phone } from "lucide-react";
import { useState } from "react";
import type { BrandInfo } from "@/components/layout/brand";
import { Dialog } from "@/components/ui/dialog";
import { linkClass } from "@/components/ui/link";

export type Support = Pick<BrandInfo, "supportEmail" | "supportPhone">;

export function ContactTeam({ support }: { support: Support }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={`${linkClass} min-h-11 px-1`} onClick={() => setOpen(true)}>
        Contact our team
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Contact our team"
        description="Tell us which email address you registered with. We will never ask for your password, NIN or BVN."
      >
        <ul className="grid gap-3">
          <li className="flex items-center gap-3">
            <Mail aria-hidden className="size-5 text-accent" />
            <a href={`mailto:${support.supportEmail}`} className={`${linkClass} break-all`}>
              {support.supportEmail}
            </a>
          </li>
          {support.supportPhone && (
            <li className="flex items-center gap-3">
              <Phone aria-hidden className="size-5 text-accent" />
              <a
                href={`tel:${support.supportPhone.replace(/[^+\d]/g, "")}`}
                className={`${linkClass} figures`}
              >
                {support.supportPhone}
              </a>
            </li>
          )}
        </ul>
      </Dialog>
    </>
  );
}
