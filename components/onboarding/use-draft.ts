"use client";

import { onlineManager, useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { toast } from "sonner";
import { useIsSessionOpen } from "@/components/auth/session-provider";
import { call, isRejection, toApiError } from "@/lib/contract/client";
import { toasts } from "@/lib/contract/messages";
import { onboarding } from "@/lib/onboarding/api";
import type { UserDto } from "@/lib/users/dto";
import { DRAFT_TIMEOUT_MS, initialDraft, next, saveStateOf } from "./draft-machine";
import type { DraftEffect, DraftEvent, DraftState } from "./draft-machine";
import { chooseDraft, loadLocalDraft, markSaved, saveLocalDraft, withoutStaleMasks } from "./local-draft";
import { conflictOf, draftBody, loadServerDraft, NEVER, stepOfDraft } from "./server-draft";
import type { FormAnswers, WizardForm } from "./wizard-form";

/**
 * Saves the form on the server: shortly after the last input, when the step changes, and when the user leaves the page. A failed save is
 * shown, and repeated after a while, when the connection is restored, or when the user has logged in again. It never blocks the form. This
 * is the imperative shell of the state machine in `draft-machine.ts`. `onDecided` is called when the user has resolved a conflict.
 */
export function useDraft<Values extends FieldValues>(
  definition: WizardForm<Values>,
  form: UseFormReturn<Values>,
  base: Values,
  user: UserDto,
  step: number,
  onDecided: () => void,
) {
  /** When and at which step the draft was saved, until the user dismisses it. */
  const [origin, setOrigin] = useState<{ savedAt: string | null; step: number } | null>(null);
  const [state, setState] = useState(initialDraft);
  /** Events may follow each other before the next render. */
  const latest = useRef({ state, step, isMounted: false });
  const timer = useRef<number>(undefined);
  /** The answers in local storage. */
  const local = useRef<string | null>(null);

  const answersNow = () => definition.answersOf(form.getValues());
  const textOf = (answers: FormAnswers) => JSON.stringify(draftBody(answers, latest.current.step));
  const textNow = () => textOf(answersNow());
  const isLoading = () => latest.current.state.phase.name === "loading";

  function send(event: DraftEvent): void {
    const [after, ...effects] = next(latest.current.state, event, textNow());
    latest.current.state = after;
    setState(after);
    for (const effect of effects) {
      if (effect.type === "load") void load();
      else if (effect.type === "save") void save(effect);
      else if (latest.current.isMounted) {
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => send({ type: "timer" }), effect.ms);
      }
    }
  }
  /** Loads the server's draft, or the progress saved in this browser (`chooseDraft`). */
  async function load() {
    try {
      const draft = await loadServerDraft();
      const saved = definition.kind === "individual" ? await loadLocalDraft(user._id) : null;
      if (!isLoading()) return;
      const savedAt = draft?.savedAt ?? NEVER;
      let values = draft && definition.fromDraft(draft, base);
      let server = { text: textOf(definition.answersOf(values ?? base)), savedAt };
      if (draft) setOrigin({ savedAt, step: stepOfDraft(draft) });
      if (saved && chooseDraft(draft, saved, user.verification.submittedAt) === "local") {
        const { isAhead, serverVersion, step } = saved;
        const texts = withoutStaleMasks(saved.values, [base, draft?.values ?? {}]);
        values = definition.fromDraft({ values: texts, files: draft?.files ?? {} }, base);
        const answers = definition.answersOf(values);
        local.current = JSON.stringify(answers);
        if (isAhead) server = { text: "", savedAt: serverVersion ?? NEVER };
        else server.text = serverVersion === savedAt ? textOf(answers) : "";
        setOrigin({ savedAt: isAhead || !draft ? null : savedAt, step });
      }
      // Input made before a late draft arrives is retained.
      if (values) form.reset(values, { keepDirtyValues: true });
      send({ type: "loaded", server });
    } catch (error) {
      if (isLoading()) send({ type: "failed", conflict: null, isFinal: isRejection(error) });
    }
  }
  async function save({ text, savedAt, keepalive }: Extract<DraftEffect, { type: "save" }>) {
    const answers = answersNow();
    if (!keepalive) window.clearTimeout(timer.current);
    try {
      const body = { values: JSON.parse(text) as FormAnswers, savedAt };
      const { data } = await call(onboarding.saveDraft, { body, keepalive, user: user._id });
      send({ type: "saved", server: { text, savedAt: data.savedAt }, keepalive });
      markLocal(answers);
    } catch (error) {
      if (!keepalive) send({ type: "failed", conflict: conflictOf(error), isFinal: isRejection(error) });
    }
  }
  const markLocal = (answers: FormAnswers) => {
    const { savedAt } = latest.current.state.server;
    if (local.current) markSaved(JSON.stringify(answers) === local.current ? savedAt : null);
  };

  const onEvent = useEffectEvent(send);
  useEffect(() => {
    latest.current.step = step;
    onEvent({ type: "flush" });
  }, [step]);
  const isOpen = useIsSessionOpen();
  useEffect(() => {
    if (isOpen) onEvent({ type: "opened" });
  }, [isOpen]);
  useEffect(() => {
    const onVisibility = () => onEvent({ type: document.visibilityState === "visible" ? "flush" : "hidden" });
    const onLine = () => onEvent({ type: "became", now: { isOnline: onlineManager.isOnline() } });
    const page = latest.current;
    page.isMounted = true;
    onLine();
    const patience = window.setTimeout(() => onEvent({ type: "late" }), DRAFT_TIMEOUT_MS);
    const listeners = [
      onlineManager.subscribe(onLine),
      form.subscribe({ formState: { values: true }, callback: () => onEvent({ type: "changed" }) }),
    ];
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      listeners.forEach((unsubscribe) => unsubscribe());
      document.removeEventListener("visibilitychange", onVisibility);
      page.isMounted = false;
      window.clearTimeout(patience);
      window.clearTimeout(timer.current);
    };
  }, [form]);

  const conflict = state.phase.name === "conflict" ? state.phase.savedAt : null;
  const decide = (server: DraftState["server"]) => {
    send({ type: "loaded", server });
    send({ type: "flush" });
    onDecided();
  };
  /** Replaces the values with those of the other device. */
  const loadOther = useMutation({
    mutationFn: loadServerDraft,
    onSuccess: (draft) => {
      form.reset(draft ? definition.fromDraft(draft, base) : base);
      decide({ text: textNow(), savedAt: draft?.savedAt ?? NEVER });
    },
    onError: (error) => toast.error(toApiError(error).message),
  });

  /** Also saves progress in this browser, with the numbers in full (Save Progress, product 4.4). */
  const progress = useMutation({
    mutationFn: async () => {
      const answers = answersNow();
      // This browser's storage belongs to the user who is logged in.
      if (!isOpen) throw new Error("Someone else is logged in");
      const { server } = latest.current.state;
      const texts = Object.entries(answers).map(([key, text]) => [key, String(text)] as const);
      await saveLocalDraft(user._id, {
        values: Object.fromEntries(texts),
        serverVersion: server.savedAt,
        isAhead: textNow() !== server.text,
        submittedAt: user.verification.submittedAt,
        step,
      });
      local.current = JSON.stringify(answers);
      // They may have been saved on the server in the meantime.
      if (textOf(answers) === latest.current.state.server.text) markLocal(answers);
    },
    onSuccess: () => toast.success(toasts.progressSaved, { id: "progress" }),
    onError: (error) => {
      console.error("The progress could not be saved", error);
      toast.error(toasts.progressFailed, { id: "progress" });
    },
    onSettled: () => send({ type: "flush" }),
  });

  return {
    isReady: state.isReady,
    state: saveStateOf(state),
    retry: () => send({ type: "flush" }),
    origin,
    dismissOrigin: () => setOrigin(null),
    hasConflict: conflict !== null,
    loadOther,
    keepThis: () => decide({ text: "", savedAt: conflict ?? NEVER }),
    progress,
    pause: (isPaused: boolean) => send({ type: "became", now: { isPaused } }),
  };
}
