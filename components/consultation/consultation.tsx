"use client";

import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ComponentType } from "react";
import { Button } from "@/components/ui/button";
import type { ButtonSize, ButtonVariant } from "@/components/ui/button-class";
import type { ConsultationDialogProps } from "./consultation-dialog";

/** The form is loaded when it is asked for: with its validation it is larger than a whole public page. */
const load = () => import("./consultation-dialog");

const isInAddress = () => window.location.hash === "#consultation";
const subscribe = (changed: () => void) => {
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
  const [Dialog, setDialog] = useState<ComponentType<ConsultationDialogProps> | null>(null);
  const [pressed, setPressed] = useState(false);
  const [failed, setFailed] = useState(false);
  const asked = useSyncExternalStore(subscribe, isInAddress, () => false) && byAddress;
  const open = pressed || asked;
  const loading = open && !Dialog;

  const change = (next: boolean) => {
    setPressed(next);
    setFailed(false);
    if (next || !asked) return;
    history.replaceState(history.state, "", window.location.pathname);
    window.dispatchEvent(new Event("hashchange"));
  };
  const fail = useEffectEvent(() => {
    change(false);
    setFailed(true);
  });
  useEffect(() => {
    if (loading) load().then(({ ConsultationDialog }) => setDialog(() => ConsultationDialog), fail);
  }, [loading]);

  return (
    <>
      <Button
        variant={variant}
        size={size}
        className={className}
        busy={loading}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => change(true)}
      >
        Schedule a Consultation
      </Button>
      {failed && (
        <p role="alert" className="mt-2 text-sm text-danger">
          We couldn&apos;t load this. Check your connection and try again.
        </p>
      )}
      {Dialog && <Dialog open={open} onOpenChange={change} />}
    </>
  );
}
