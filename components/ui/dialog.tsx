"use client";

import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { useRef, type ReactNode, type RefObject } from "react";
import { Button, IconButton } from "./button";
import type { ButtonVariant } from "./button-class";
import { cn } from "./cn";

const overlayClass = "fixed inset-0 z-40 bg-overlay data-[state=open]:animate-fade";

/** Radix gives the focus back to its own trigger. Ours open by state, so what had the focus before is remembered here. */
function useFocusReturn(enter?: (event: Event) => void, otherwise?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      // The page itself has the focus where nothing has.
      opener.current = document.activeElement === document.body ? null : document.activeElement;
      enter?.(event);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const back = opener.current?.isConnected ? opener.current : otherwise?.current;
      if (back instanceof HTMLElement) back.focus();
      // Nobody else has taken it either: the keyboard goes on from the content.
      else if (document.activeElement === document.body) document.querySelector("main")?.focus();
    },
  };
}

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; the last one is the way on. */
  footer?: ReactNode;
  role?: "dialog" | "alertdialog";
  /** While true, neither Escape nor a press beside the dialog closes it. */
  locked?: boolean;
  /** Takes the focus where the dialog itself removed what had opened it. */
  otherwiseFocus?: RefObject<HTMLElement | null>;
  className?: string;
}

/**
 * The focus goes to what the dialog is for: the way on it names, else its first field; else to the dialog itself, whose title is then
 * read. Never to the cross. On a touch screen no field is entered by itself, for the keyboard would cover the dialog.
 */
function focusFirst(event: Event): void {
  event.preventDefault();
  const dialog = event.currentTarget as HTMLElement;
  const fields = window.matchMedia("(pointer: fine)").matches
    ? ", input:not([hidden]), textarea, select"
    : "";
  (dialog.querySelector<HTMLElement>(`[data-autofocus]${fields}`) ?? dialog).focus();
}

/** A sheet from below on a phone, a centred card from 640 px on. Focus stays inside and returns where it came from. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  role = "dialog",
  locked = false,
  otherwiseFocus,
  className,
}: DialogProps) {
  const focusReturn = useFocusReturn(focusFirst, otherwiseFocus);
  return (
    <Radix.Root open={open} onOpenChange={(next) => (locked ? undefined : onOpenChange(next))}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...focusReturn}
          role={role}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cn(
            "fixed z-50 flex max-h-[88dvh] flex-col bg-surface shadow-raised outline-none data-[state=open]:animate-sheet",
            "inset-x-0 bottom-0 rounded-t-2xl border-t border-line",
            "sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(32rem,calc(100vw-3rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl sm:border",
            className,
          )}
        >
          <div className="flex items-start gap-4 px-5 pt-5 sm:px-6 sm:pt-6">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg leading-7 font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description asChild>
                  <div className="mt-1.5 text-[0.9375rem] leading-6 text-muted">{description}</div>
                </Radix.Description>
              )}
            </div>
            {!locked && (
              <Radix.Close asChild>
                <IconButton label="Close" className="-mt-2 -mr-2.5">
                  <X aria-hidden className="size-5" />
                </IconButton>
              </Radix.Close>
            )}
          </div>
          {/* With room for the focus ring of the last field. */}
          {children && <div className="min-h-0 overflow-y-auto px-5 pt-4 pb-1 sm:px-6">{children}</div>}
          <div className="flex flex-col-reverse gap-3 px-5 pt-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-6 sm:pb-6">
            {footer}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the thing: "Delete Ada Obi?", never "Are you sure?". */
  title: string;
  /** What happens then. */
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  busyLabel?: string;
  busy?: boolean;
  disabled?: boolean;
  tone?: Extract<ButtonVariant, "primary" | "danger">;
  onConfirm: () => void;
  otherwiseFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

export function ConfirmDialog({
  confirmLabel,
  cancelLabel = "Cancel",
  busyLabel,
  busy = false,
  disabled = false,
  tone = "primary",
  onConfirm,
  onOpenChange,
  ...rest
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...rest}
      role="alertdialog"
      locked={busy}
      onOpenChange={onOpenChange}
      footer={
        <>
          <Button
            variant="secondary"
            disabled={busy}
            data-autofocus={tone === "danger" ? "" : undefined}
            onClick={() => onOpenChange(false)}
          >
            {cancelLabel}
          </Button>
          <Button
            variant={tone}
            busy={busy}
            disabled={disabled}
            busyLabel={busyLabel}
            data-autofocus={tone === "danger" ? undefined : ""}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

/** Slides in from the left; for menus on small screens. */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-[min(20rem,86vw)] flex-col overflow-y-auto border-r border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-raised outline-none data-[state=open]:animate-slide-in"
        >
          <div className="flex items-center justify-between gap-3 px-4 pt-3">
            <Radix.Title className="text-sm font-medium text-muted">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close menu">
                <X aria-hidden className="size-5" />
              </IconButton>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
