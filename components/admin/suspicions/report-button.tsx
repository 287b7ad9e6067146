"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { SuspicionThing } from "@/lib/suspicions/schema";

const ReportDialog = dynamic(() => import("./report-dialog").then((module) => module.ReportDialog), {
  ssr: false,
});

interface ReportButtonProps {
  thing: SuspicionThing;
  thingId: string;
  /** What it is about, in words, read by screen readers where several buttons are on a page. */
  about: string;
  /** Whether it is shown in a row of a list. */
  isInRow?: boolean;
}

/** Reports a suspicion to the compliance officer (product 10.43). */
export function ReportButton({ thing, thingId, about, isInRow = false }: ReportButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setIsOpen(true)}>
        <span>{isInRow ? "Report" : "Report a suspicion"}</span>
        <span className="sr-only">{` about ${about}`}</span>
      </Button>
      {isOpen && (
        <ReportDialog thing={thing} thingId={thingId} about={about} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
