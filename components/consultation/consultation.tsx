"use client";

import { useState } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "@/components/ui/button";
import { ConsultationDialog } from "./consultation-dialog";

/** The button that opens the consultation request (SPEC 2.8). */
export function Consultation({
  variant = "secondary",
  size = "lg",
  className,
}: {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} size={size} className={className} onClick={() => setOpen(true)}>
        Schedule a Consultation
      </Button>
      <ConsultationDialog open={open} onOpenChange={setOpen} />
    </>
  );
}
