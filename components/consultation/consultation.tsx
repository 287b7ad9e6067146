"use client";

import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ComponentType } from "react";
import { Button } from "@/components/ui/button";
import type { ConsultationDialogProps } from "./consultation-dialog";

/** Loaded on demand: including its validation, the form is larger than a public page. */
const load = () => import("./consultation-dialog");

const isInUrl = () => window.location.hash === "#consultation";
const subscribe = (changed: () => void) => {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
};

/**
 * Shows the button that opens the consultation request (product 2.8); the URL fragment (`paths.consultation`) opens it too.
 * @param sends whether the request is sent to the server
 */
export function Consultation({ sends }: Pick<ConsultationDialogProps, "sends">) {
  const [Dialog, setDialog] = useState<ComponentType<ConsultationDialogProps> | null>(null);
  const [pressed, setPressed] = useState(false);
  const [failed, setFailed] = useState(false);
  const isRequestedByUrl = useSyncExternalStore(subscribe, isInUrl, () => false);
  const open = pressed || isRequestedByUrl;
  const loading = open && !Dialog;

  const change = (next: boolean) => {
    setPressed(next);
    setFailed(false);
    if (next || !isRequestedByUrl) return;
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
        size="lg"
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
      {Dialog && <Dialog sends={sends} open={open} onOpenChange={change} />}
    </>
  );
}
