"use client";

import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ComponentType } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import type { ButtonSize, ButtonVariant } from "@/components/ui/button-class";
import { COULD_NOT_LOAD } from "@/lib/contract/messages";
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
  const [loading, setLoading] = useState(false);
  const [pressed, setPressed] = useState(false);
  const asked = useSyncExternalStore(subscribe, isInAddress, () => false) && byAddress;

  const open = async () => {
    setPressed(true);
    if (Dialog || loading) return;
    setLoading(true);
    try {
      const { ConsultationDialog } = await load();
      setDialog(() => ConsultationDialog);
    } catch {
      setPressed(false);
      toast.error(COULD_NOT_LOAD);
    } finally {
      setLoading(false);
    }
  };
  const openFromAddress = useEffectEvent(() => void open());
  useEffect(() => {
    if (asked) openFromAddress();
  }, [asked]);
  const change = (next: boolean) => {
    setPressed(next);
    if (next || !asked) return;
    history.replaceState(history.state, "", window.location.pathname);
    window.dispatchEvent(new Event("hashchange"));
  };
  return (
    <>
      <Button
        variant={variant}
        size={size}
        className={className}
        busy={loading}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => void open()}
      >
        Schedule a Consultation
      </Button>
      {Dialog && <Dialog open={pressed} onOpenChange={change} />}
    </>
  );
}
