"use client";

import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { toast } from "sonner";
import { toasts } from "@/lib/api/messages";
import type { IndividualVariant } from "@/lib/verification/schema";
import { loadDraft, saveDraft } from "./draft";
import { fromDraft, textOf, type WizardValues } from "./individual-form";

/** Save Progress, and the saved answers back in the form when the page opens (SPEC 4.4). */
export function useDraft(form: UseFormReturn<WizardValues>, owner: string, variant: IndividualVariant) {
  const [saving, setSaving] = useState(false);
  // Held in a ref: the draft is read once, whatever else makes the form new.
  const current = useRef(form);
  useEffect(() => {
    current.current = form;
  });

  useEffect(() => {
    let active = true;
    loadDraft(owner)
      .then((draft) => {
        const { formState, getValues, reset } = current.current;
        // Whoever has begun to type already wins over what was saved.
        if (!active || !draft || formState.isDirty) return;
        reset(fromDraft(draft, getValues()));
      })
      .catch((error: unknown) => console.error("The saved progress could not be read", error));
    return () => {
      active = false;
    };
  }, [owner]);

  const save = async () => {
    setSaving(true);
    try {
      await saveDraft(textOf(form.getValues(), variant), owner);
      toast.success(toasts.progressSaved);
    } catch (error) {
      console.error("The progress could not be saved", error);
      toast.error(toasts.progressFailed);
    } finally {
      setSaving(false);
    }
  };
  return { save, saving };
}
