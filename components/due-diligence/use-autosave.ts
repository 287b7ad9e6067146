"use client";

import { onlineManager } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useIsSessionOpen } from "@/components/auth/session-provider";
import { initialDraft, next, saveStateOf } from "@/components/onboarding/draft-machine";
import type { DraftEffect, DraftEvent } from "@/components/onboarding/draft-machine";
import { conflictOf, draftBody, NEVER } from "@/components/onboarding/server-draft";
import type { FormAnswers } from "@/components/onboarding/wizard-form";
import { call, isRejection } from "@/lib/contract/client";
import { dueDiligence } from "@/lib/due-diligence/api";

/**
 * Saves the form on the server as it is typed, by the state machine of the verification's drafts: shortly after the last input and when the
 * page is left. The server's draft is in the form from the start; `savedAt` is its version.
 */
export function useAutosave<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, unknown>,
  answersOf: (values: Values) => FormAnswers,
  user: string,
  savedAt: string | null,
) {
  const [state, setState] = useState(initialDraft);
  const latest = useRef(initialDraft);
  const timer = useRef<number>(undefined);
  const textNow = () => JSON.stringify(draftBody(answersOf(form.getValues()), 0));

  function send(event: DraftEvent): void {
    const [after, ...effects] = next(latest.current, event, textNow());
    latest.current = after;
    setState(after);
    for (const effect of effects) {
      if (effect.type === "save") void save(effect);
      else if (effect.type === "wait") {
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => send({ type: "timer" }), effect.ms);
      }
    }
  }
  async function save({ text, savedAt: version, keepalive }: Extract<DraftEffect, { type: "save" }>) {
    if (!keepalive) window.clearTimeout(timer.current);
    try {
      const body = { values: JSON.parse(text) as FormAnswers, savedAt: version };
      const { data } = await call(dueDiligence.saveDueDiligenceDraft, { body, keepalive, user });
      send({ type: "saved", server: { text, savedAt: data.savedAt }, keepalive });
    } catch (error) {
      if (!keepalive) send({ type: "failed", conflict: conflictOf(error), isFinal: isRejection(error) });
    }
  }

  const onEvent = useEffectEvent(send);
  const onStart = useEffectEvent(() =>
    send({ type: "loaded", server: { text: textNow(), savedAt: savedAt ?? NEVER } }),
  );
  const isOpen = useIsSessionOpen();
  useEffect(() => {
    if (isOpen) onEvent({ type: "opened" });
  }, [isOpen]);
  useEffect(() => {
    onStart();
    const onVisibility = () => onEvent({ type: document.visibilityState === "visible" ? "flush" : "hidden" });
    const onLine = () => onEvent({ type: "became", now: { isOnline: onlineManager.isOnline() } });
    const listeners = [
      onlineManager.subscribe(onLine),
      form.subscribe({ formState: { values: true }, callback: () => onEvent({ type: "changed" }) }),
    ];
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      listeners.forEach((unsubscribe) => unsubscribe());
      document.removeEventListener("visibilitychange", onVisibility);
      window.clearTimeout(timer.current);
      // Following a link leaves the page without hiding it.
      onEvent({ type: "hidden" });
    };
  }, [form]);

  return {
    state: saveStateOf(state),
    retry: () => send({ type: "flush" }),
    hasConflict: state.phase.name === "conflict",
    /** Saves the answers of this form, although another device has saved its own. */
    keepThis: () => {
      const { phase } = latest.current;
      send({
        type: "loaded",
        server: { text: "", savedAt: phase.name === "conflict" ? phase.savedAt : NEVER },
      });
      send({ type: "flush" });
    },
    /** Nothing is saved while the form is being sent. */
    pause: (isPaused: boolean) => send({ type: "became", now: { isPaused } }),
  };
}
