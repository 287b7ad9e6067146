"use client";

import type * as RadixMenu from "@radix-ui/react-dropdown-menu";
import Link from "next/link";
import {
  createContext,
  use,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from "react";
import { COULD_NOT_LOAD } from "@/lib/contract/messages";
import { cn } from "./cn";
import { Spinner } from "./spinner";
import { toast } from "./toast";

type Radix = typeof RadixMenu;

let there: Radix | null = null;
/** The menu comes with the first sign that somebody is about to open it. */
const load = async (): Promise<Radix> => (there ??= await import("@radix-ui/react-dropdown-menu"));
const Parts = createContext<Radix | null>(null);
/** Only read inside an open menu, where they are there. */
const useParts = (): Radix => use(Parts)!;

/** What the button of a menu has to take. */
export interface MenuTrigger {
  id: string;
  ref: Ref<HTMLButtonElement>;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  "aria-busy": boolean | undefined;
  onClick: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
  onFocus: () => void;
  onBlur: () => void;
}

/** A button, and the menu under it. Not modal: a menu must neither stop the page from scrolling nor hide it from screen readers. */
export function Menu({
  trigger,
  children,
}: {
  trigger: (props: MenuTrigger) => ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [radix, setRadix] = useState<{ parts: Radix } | null>(null);
  // By keys the first entry is entered; by a pointer the menu itself.
  const byKeys = useRef(false);
  const left = useRef(false);

  const wanted = useRef(false);
  useEffect(() => {
    wanted.current = open;
  }, [open]);

  const ahead = () => void load().catch(() => undefined);
  const show = (keys: boolean) => {
    byKeys.current = keys;
    setOpen(true);
    if (radix) return;
    if (there) return setRadix({ parts: there });
    load().then(
      (parts) => setRadix({ parts }),
      () => {
        // Whoever has gone on need not hear of it.
        if (wanted.current) toast.error(COULD_NOT_LOAD);
        setOpen(false);
      },
    );
  };

  const coming = open && !radix;
  // The button answers the press first.
  const shown = useDeferredValue(open);

  useEffect(() => {
    if (!shown || !radix || !byKeys.current) return;
    const frame = requestAnimationFrame(() =>
      content.current?.querySelector<HTMLElement>('[role="menuitem"]:not([data-disabled])')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [shown, radix]);

  return (
    <span className="relative inline-grid">
      {trigger({
        id,
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        "aria-busy": coming || undefined,
        onClick: (event) => (open ? setOpen(false) : show(event.detail === 0)),
        onKeyDown: (event) => {
          if (event.key === "Escape") setOpen(false);
          if (event.key !== "ArrowDown" || open) return;
          event.preventDefault();
          show(true);
        },
        onPointerEnter: ahead,
        onFocus: ahead,
        // Whoever went on meanwhile is not called back.
        onBlur: () => coming && setOpen(false),
      })}
      {coming && (
        <span className="pointer-events-none absolute inset-0 grid place-items-center rounded-control bg-sunken text-accent">
          <Spinner />
        </span>
      )}
      {radix && (
        <Parts value={radix.parts}>
          <radix.parts.Root modal={false} open={open && shown} onOpenChange={setOpen}>
            <radix.parts.Trigger asChild>
              <span aria-hidden tabIndex={-1} className="pointer-events-none absolute inset-0" />
            </radix.parts.Trigger>
            <radix.parts.Portal>
              <radix.parts.Content
                ref={content}
                align="end"
                sideOffset={6}
                collisionPadding={8}
                aria-labelledby={id}
                className="z-40 min-w-56 rounded-card border border-line bg-surface p-1.5 shadow-raised data-[state=open]:animate-rise"
                onInteractOutside={(event) => {
                  // A press on the button closes it by itself.
                  if (button.current?.contains(event.target as Node)) event.preventDefault();
                  else left.current = true;
                }}
                onCloseAutoFocus={(event) => {
                  event.preventDefault();
                  if (!left.current) button.current?.focus();
                  left.current = false;
                }}
              >
                {children}
              </radix.parts.Content>
            </radix.parts.Portal>
          </radix.parts.Root>
        </Parts>
      )}
    </span>
  );
}

const itemClass =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-[0.9375rem] outline-none select-none data-highlighted:bg-sunken data-disabled:pointer-events-none data-disabled:opacity-50";

export function MenuItem({
  tone,
  icon,
  children,
  ...rest
}: ComponentProps<Radix["Item"]> & { tone?: "danger"; icon?: ReactNode }) {
  const { Item } = useParts();
  return (
    <Item
      className={cn(itemClass, tone === "danger" && "text-danger data-highlighted:bg-danger-soft")}
      {...rest}
    >
      {icon}
      {children}
    </Item>
  );
}

export function MenuLink({ href, icon, children }: { href: string; icon?: ReactNode; children: ReactNode }) {
  const { Item } = useParts();
  return (
    <Item asChild className={itemClass}>
      <Link href={href}>
        {icon}
        {children}
      </Link>
    </Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts();
  return <Label className="px-3 pt-2 pb-1.5 text-sm font-semibold">{children}</Label>;
}

export function MenuSeparator() {
  const { Separator } = useParts();
  return <Separator className="mx-1.5 my-1.5 h-px bg-line" />;
}
