"use client";

import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { useRef, type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { Button, IconButton } from "./button";
import { cn } from "./cn";
import { Notice } from "./notice";

interface PanelProps extends ComponentProps<typeof Radix.Content> {
  open?: boolean | undefined;
  onClose: () => void;
  /** Receives the focus on closing if the previously focused element no longer exists. */
  otherwiseFocus?: RefObject<HTMLElement | null> | undefined;
}

/** Radix returns the focus to its own trigger. These panels open by state, so the previously focused element is stored here. */
function Panel({ open = true, onClose, otherwiseFocus, onOpenAutoFocus, ...content }: PanelProps) {
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=open]:animate-fade" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement === document.body ? null : document.activeElement;
            onOpenAutoFocus?.(event);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const target = opener.current?.isConnected ? opener.current : otherwiseFocus?.current;
            if (target instanceof HTMLElement) target.focus();
            else if (document.activeElement === document.body) document.querySelector("main")?.focus();
          }}
          {...content}
        />
      </Radix.Portal>
    </Radix.Root>
  );
}

interface DialogProps extends Pick<PanelProps, "open" | "onClose" | "otherwiseFocus" | "className"> {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, with the primary one last; a Close button by default. */
  footer?: ReactNode;
  role?: "dialog" | "alertdialog";
  /** While true, neither Escape nor a click outside closes the dialog. */
  locked?: boolean;
  /** The error of the last attempt. */
  error?: string | null | undefined;
}

/**
 * Focuses the element marked `data-autofocus`, else the first field, else the dialog itself, whose title is then announced. On a touch
 * screen no field is focused, because the keyboard would cover the dialog.
 */
function focusFirst(event: Event): void {
  event.preventDefault();
  const dialog = event.currentTarget as HTMLElement;
  const fields = window.matchMedia("(pointer: fine)").matches
    ? ", input:not([hidden]), textarea, select"
    : "";
  (dialog.querySelector<HTMLElement>(`[data-autofocus]${fields}`) ?? dialog).focus();
}

/** Ctrl+Enter in a multi-line text clicks the button marked `data-primary`. */
function sendWithCtrlEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  if (!(event.target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>("[data-primary]")?.click();
}

/** A bottom sheet on a phone, a centred card from 640 px on; in a low window, all of it scrolls. Traps the focus and returns it on closing. */
export function Dialog({
  onClose,
  title,
  description,
  children,
  footer,
  locked = false,
  error,
  className,
  ...panel
}: DialogProps) {
  return (
    <Panel
      {...panel}
      onClose={() => (locked ? undefined : onClose())}
      onOpenAutoFocus={focusFirst}
      onKeyDown={sendWithCtrlEnter}
      {...(description ? {} : { "aria-describedby": undefined })}
      className={cn(
        "fixed z-50 flex max-h-[88dvh] flex-col bg-surface low:max-h-dvh low:overflow-y-auto shadow-raised outline-none data-[state=open]:animate-sheet",
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
      {/* The padding leaves room for the focus ring of the last field. */}
      {(children || error) && (
        <div className="min-h-0 overflow-y-auto px-5 pt-4 pb-1 has-[fieldset:empty]:py-0 sm:px-6 low:min-h-auto low:shrink-0 low:overflow-visible">
          {children}
          {error && (
            <Notice tone="danger" role="alert" className={children ? "mt-3" : undefined}>
              {error}
            </Notice>
          )}
        </div>
      )}
      <div className="flex flex-col-reverse gap-3 px-5 pt-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-6 sm:pb-6">
        {footer ?? (
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </Panel>
  );
}

interface ConfirmDialogProps extends Omit<DialogProps, "locked" | "footer"> {
  confirmLabel: string;
  cancelLabel?: string;
  busyLabel?: string;
  busy?: boolean;
  /** Whether the content to read before confirming is still loading. */
  waiting?: boolean;
  disabled?: boolean;
  tone?: "primary" | "danger";
  /** Whether Cancel has the focus although the action is not dangerous by itself. */
  cautious?: boolean;
  onConfirm: () => void;
}

/**
 * Asks before an action. The title names the object ("Delete Ada Obi"), the description the consequence. Focuses its first field, otherwise
 * a button: Cancel if the action is dangerous or `cautious`.
 */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = "Cancel",
  busyLabel,
  busy = false,
  waiting = false,
  disabled,
  tone = "primary",
  cautious = false,
  role = "alertdialog",
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
  const focused = role === "alertdialog" && (tone === "danger" || cautious ? "cancel" : "confirm");
  return (
    <Dialog
      {...dialog}
      role={role}
      locked={busy}
      footer={
        <>
          <Button
            variant="secondary"
            disabled={busy}
            data-autofocus={focused === "cancel" || undefined}
            onClick={dialog.onClose}
          >
            {cancelLabel}
          </Button>
          <Button
            variant={tone}
            busy={busy || waiting}
            disabled={disabled}
            busyLabel={waiting ? undefined : busyLabel}
            data-autofocus={focused === "confirm" || undefined}
            data-primary=""
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}

interface DrawerProps extends Pick<PanelProps, "open" | "onClose"> {
  title: string;
  children: ReactNode;
}

/** Slides in from the left; for menus on small screens. */
export function Drawer({ title, children, ...panel }: DrawerProps) {
  return (
    <Panel
      {...panel}
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
    </Panel>
  );
}
