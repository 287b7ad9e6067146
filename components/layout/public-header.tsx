import { Menu, X } from "lucide-react";
import { iconButtonClass } from "@/components/ui/button-class";
import { AccountLink, JoinLink } from "./account-link";
import { BrandLink, type BrandInfo } from "./brand";
import { NavLink } from "./nav-link";
import { publicLinks } from "./public-links";

const MENU = "site-menu";
/** Returns the attributes of an invoker command, with which the button controls the dialog. */
const invokes = (command: string) => ({ commandfor: MENU, command });

/** On small screens the menu is a native dialog, which opens without a script (public/site.js supports older browsers). */
export function PublicHeader({ brand }: { brand: Pick<BrandInfo, "name"> }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="page-width flex h-(--header-height) items-center gap-2">
        <BrandLink brand={{ name: brand.name }} className="mr-auto lg:mr-6" />
        <nav aria-label="Main" className="mr-auto hidden items-center gap-0.5 lg:flex">
          {publicLinks.map((link) => (
            <NavLink key={link.href} href={link.href} matchesSubpaths className="min-h-10">
              {link.label}
            </NavLink>
          ))}
        </nav>
        <AccountLink className="max-[22.5rem]:hidden" />
        <JoinLink className="hidden sm:inline-grid" />
        <button
          type="button"
          {...invokes("show-modal")}
          aria-haspopup="dialog"
          className={iconButtonClass("-mr-2 lg:hidden")}
        >
          <Menu aria-hidden className="size-6" />
          <span className="sr-only">Open menu</span>
        </button>
      </div>
      <dialog
        id={MENU}
        aria-label="Menu"
        className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-[min(20rem,86vw)] max-w-none flex-col overflow-y-auto border-r border-line bg-surface pb-[env(safe-area-inset-bottom)] text-ink shadow-raised outline-none backdrop:bg-overlay open:flex open:animate-slide-in open:backdrop:animate-fade"
      >
        <div className="flex items-center justify-between gap-3 px-4 pt-3">
          <span aria-hidden className="text-sm font-medium text-muted">
            Menu
          </span>
          <button type="button" {...invokes("close")} className={iconButtonClass()}>
            <X aria-hidden className="size-5" />
            <span className="sr-only">Close menu</span>
          </button>
        </div>
        <nav aria-label="Main" className="grid gap-1 p-3">
          {publicLinks.map((link) => (
            <NavLink key={link.href} href={link.href} matchesSubpaths>
              {link.label}
            </NavLink>
          ))}
        </nav>
        <div className="mt-auto grid gap-2 border-t border-line p-4">
          <JoinLink />
          <AccountLink className="w-full [&_a]:border [&_a]:border-line-strong" />
        </div>
      </dialog>
    </header>
  );
}
