"use client";

import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { Toaster as Sonner } from "sonner";

/**
 * Shows short messages at the top right, below the header, for three seconds (product 2.1); on a phone at the bottom, above a bar of
 * buttons. Longer texts belong on the page.
 */
export function Notifications() {
  return (
    <Sonner
      position="top-right"
      duration={3000}
      offset={{ top: "calc(var(--header-height) + 0.75rem)", right: "1rem" }}
      mobileOffset={{
        top: "calc(var(--header-height) + 0.5rem)",
        bottom: "7rem",
        left: "0.75rem",
        right: "0.75rem",
      }}
      gap={10}
      containerAriaLabel="Notifications"
      icons={{
        success: <CircleCheck className="size-5 text-accent" />,
        error: <CircleAlert className="size-5 text-danger" />,
        warning: <TriangleAlert className="size-5 text-warning" />,
        info: <Info className="size-5 text-info" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-start font-sans gap-3 rounded-card border border-line bg-surface p-4 text-[0.9375rem] leading-6 text-ink shadow-raised sm:w-[22rem]",
          title: "font-medium break-words",
          description: "text-sm text-muted",
          icon: "mt-0.5",
        },
      }}
    />
  );
}
