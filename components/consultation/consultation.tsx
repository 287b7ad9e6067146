"use client";

import { useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import type { ButtonSize, ButtonVariant } from "@/components/ui/button-class";
import { lazyOnOpen } from "@/components/ui/lazy-on-open";

/** The form comes when it is asked for. */
const ConsultationDialog = lazyOnOpen(
  () => import("./consultation-dialog"),
  (module) => module.ConsultationDialog,
);

const inAddress = () => window.location.hash === "#consultation";
const listen = (changed: () => void) => {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
};

interface ConsultationProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  /** Also open when the address says so (`paths.consultation`). */
  byAddress?: boolean;
}

/** The button that opens the consultation request (product 2.8). */
export function Consultation({
  variant = "secondary",
  size = "lg",
  className,
  byAddress = false,
}: ConsultationProps) {
  const [pressed, setPressed] = useState(false);
  const asked = useSyncExternalStore(listen, inAddress, () => false) && byAddress;
  const open = pressed || asked;
  const change = (next: boolean) => {
    setPressed(next);
    if (next || !asked) return;
    history.replaceState(history.state, "", window.location.pathname);
    window.dispatchEvent(new Event("hashchange"));
  };
  return (
    <>
      <Button variant={variant} size={size} className={className} onClick={() => change(true)}>
        Schedule a Consultation
      </Button>
      <ConsultationDialog open={open} onOpenChange={change} />
    </>
  );
}
