"use client";

import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { attachToaster } from "./toast";

/** Short messages, top right, for three seconds (product 2.1). What must be read longer belongs into the page. */
export default function Messages() {
  // The effects of what is inside come first, so that it listens by now; and a screen reader has to know the region before words come into it.
  useEffect(() => {
    const frame = requestAnimationFrame(() => attachToaster(toast));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Sonner
      position="top-right"
      duration={3000}
      offset={16}
      mobileOffset={12}
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
