"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

const BeginFormDialog = dynamic(
  () => import("./begin-form-dialog").then((module) => module.BeginFormDialog),
  { ssr: false },
);

/** Asks an approved user who submitted while under 18 to verify again as an adult (product 10.24). */
export function VerifyAgain() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Notice
        tone="info"
        title="You are 18 now: please verify again"
        action={
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            Verify again
          </Button>
        }
      >
        You were under 18 when you applied. You are an adult now, so please verify again.
      </Notice>
      {isOpen && <BeginFormDialog reason="adult" onClose={() => setIsOpen(false)} />}
    </>
  );
}
