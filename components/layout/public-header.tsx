"use client";

import { Menu } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { AccountLink, JoinLink } from "./account-link";
import { BrandLink, type BrandInfo } from "./brand";
import { NavLink } from "./nav-link";
import { publicLinks } from "./public-links";

export function PublicHeader({ brand }: { brand: Pick<BrandInfo, "name"> }) {
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="page-width flex h-(--header-height) items-center gap-2">
        <BrandLink brand={{ name: brand.name }} className="mr-auto lg:mr-6" />
        <nav aria-label="Main" className="mr-auto hidden items-center gap-0.5 lg:flex">
          {publicLinks.map((link) => (
            <NavLink key={link.href} href={link.href} variant="bar" deep>
              {link.label}
            </NavLink>
          ))}
        </nav>
        <AccountLink className="max-[22.5rem]:hidden" />
        <JoinLink className="hidden sm:inline-grid" />
        <IconButton label="Open menu" className="-mr-2 lg:hidden" onClick={() => setOpen(true)}>
          <Menu aria-hidden className="size-6" />
        </IconButton>
      </div>
      <Drawer open={open} onOpenChange={setOpen} title="Menu">
        <nav aria-label="Main" className="grid gap-1 p-3">
          {publicLinks.map((link) => (
            <NavLink key={link.href} href={link.href} deep onNavigate={() => setOpen(false)}>
              {link.label}
            </NavLink>
          ))}
        </nav>
        <div className="mt-auto grid gap-2 border-t border-line p-4">
          <JoinLink onClick={() => setOpen(false)} />
          <AccountLink className="w-full [&_a]:border [&_a]:border-line-strong" />
        </div>
      </Drawer>
    </header>
  );
}
