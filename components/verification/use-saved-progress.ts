"use client";

import { useCallback, useRef, useState } from "react";
import { toast } from "sonner";
import { toasts } from "@/lib/contract/messages";
import type { UserDto } from "@/lib/users/dto";
import type { DraftDto } from "@/lib/verification/draft-dto";
import type { IndividualVariant } from "@/lib/verification/steps";
import { loadDraft, noteServerVersion, saveDraft, type LocalDraft } from "./draft";
import { fromDraft, textOf, withDraftFiles, withoutStaleMasks, type WizardValues } from "./individual-form";
import { newerDraft } from "./newer-draft";
import { originOf } from "./server-draft";
import type { Restored } from "./use-server-draft";

/** Save Progress in this browser (product 4.4), and what the form continues from when it opens. */
export function useSavedProgress(user: UserDto, variant: IndividualVariant, base: WizardValues) {
  const [saving, setSaving] = useState(false);
  /** The answers that local storage holds, to know when the server holds the same. */
  const held = useRef<string | null>(null);
  const owner = user._id;

  const save = async (values: WizardValues, step: number) => {
    setSaving(true);
    const answers = textOf(values, variant);
    try {
      await saveDraft(answers, owner, { savedAt: new Date().toISOString(), step });
      held.current = JSON.stringify(answers);
      toast.success(toasts.progressSaved, { id: "progress" });
    } catch (error) {
      console.error("The progress could not be saved", error);
      toast.error(toasts.progressFailed, { id: "progress" });
    } finally {
      setSaving(false);
    }
  };

  const valuesOf = useCallback(
    ({ values, files }: DraftDto) => withDraftFiles(fromDraft(values, base), files),
    [base],
  );

  const restore = useCallback(
    async (server: DraftDto | null): Promise<Restored<WizardValues> | null> => {
      const local = await loadDraft(owner).catch((error: unknown) => {
        console.error("The saved progress could not be read", error);
        return null;
      });
      const source = newerDraft(server, local, user.verification.submittedAt);
      if (source === "local" && local) {
        const typed = withoutStaleMasks(fromDraft(local.values, base), [base, server?.values ?? {}]);
        held.current = JSON.stringify(textOf(typed, variant));
        const values = withDraftFiles(typed, server?.files ?? {});
        const ahead = !server || local.serverVersion !== server.savedAt;
        return { values, origin: localOrigin(local), ahead };
      }
      return server && { values: valuesOf(server), origin: originOf(server), ahead: false };
    },
    [owner, variant, base, valuesOf, user.verification.submittedAt],
  );

  const onSaved = useCallback(
    (values: WizardValues, savedAt: string) => {
      if (JSON.stringify(textOf(values, variant)) === held.current) noteServerVersion(savedAt);
    },
    [variant],
  );

  return { save, saving, restore, valuesOf, onSaved };
}

const localOrigin = ({ savedAt, step }: LocalDraft) => ({
  device: "this" as const,
  savedAt: savedAt ?? "",
  step,
});
