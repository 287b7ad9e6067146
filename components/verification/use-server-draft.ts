"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import { toast } from "sonner";
import type { PreviousMasks } from "@/components/forms/previous-masks";
import { isRejection, toApiError } from "@/lib/contract/client";
import type { DraftDto } from "@/lib/verification/draft-dto";
import {
  draftBody,
  draftCalls,
  mergeUserEdits,
  NEVER,
  getConflictSavedAt,
  type DraftOrigin,
} from "./server-draft";

const TYPING_MS = 1_500;
const RETRY_MS = 10_000;
/** Longer than this nobody waits for a draft before they may type. */
const PATIENCE_MS = 5_000;

export type SaveState = "clean" | "unsaved" | "saved";

/** What a form continues from: its values, and the words for the notice. */
export interface Restored<Values> {
  values: Values;
  origin: DraftOrigin;
  /** The server does not have these values yet. */
  ahead: boolean;
}

interface ServerDraftOptions<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** What an untouched form holds. */
  base: Values;
  step: number;
  kept: PreviousMasks;
  answersOf: (values: Values) => Record<string, unknown>;
  /** What to continue from, given the server's draft; null: nothing. */
  restore: (draft: DraftDto | null) => Promise<Restored<Values> | null>;
  /** The server's draft as values of the form, whatever this browser kept. */
  valuesOf: (draft: DraftDto) => Values;
  /** Told of what the server has kept. */
  onSaved?: (values: Values, savedAt: string) => void;
}

/**
 * Keeps the form on the server as it is typed: a moment after the last key, when the step changes, and when the page is left.
 * Nothing that fails here stands in anybody's way.
 */
export function useServerDraft<Values extends FieldValues>(options: ServerDraftOptions<Values>) {
  const { form, step } = options;
  const [ready, setReady] = useState(false);
  const [state, setState] = useState<SaveState>("clean");
  const [origin, setOrigin] = useState<DraftOrigin | null>(null);
  /** When another device saved its own answers; until the person has chosen between the two, nothing is saved. */
  const [conflict, setConflict] = useState<string | null>(null);

  const now = useRef(options);
  useEffect(() => {
    now.current = options;
  });
  const saved = useRef<string | null>(null);
  /** When the draft was saved that this form comes after. */
  const seen = useRef(NEVER);
  const asking = useRef(false);
  const loaded = useRef(false);
  const stopped = useRef(false);
  const saving = useRef(false);
  const timer = useRef<number>(undefined);

  const bodyNow = useCallback(() => {
    const { form, answersOf, kept, step } = now.current;
    return draftBody(answersOf(form.getValues()), kept, step);
  }, []);

  const load = useCallback(async (): Promise<boolean> => {
    if (loaded.current) return true;
    try {
      const draft = await draftCalls.load().catch((error: unknown) => {
        // Refused: this person has no draft. Silence: it is asked for again before anything is written over it.
        if (isRejection(error)) return null;
        throw error;
      });
      seen.current = draft?.savedAt ?? NEVER;
      const { restore, base, form } = now.current;
      const found = await restore(draft);
      if (found && !loaded.current) {
        const late = mergeUserEdits(found.values, base, form.getValues());
        form.reset(late as DefaultValues<Values> & Values);
        setOrigin(found.origin);
      }
      saved.current ??= found?.ahead ? "" : JSON.stringify(bodyNow());
      loaded.current = true;
      return true;
    } catch {
      return false;
    }
  }, [bodyNow]);

  const later = useCallback((wait: number, work: () => void) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(work, wait);
  }, []);

  const flush = useCallback(
    async function save(keepalive = false): Promise<void> {
      if (stopped.current || asking.current || (saving.current && !keepalive)) return;
      window.clearTimeout(timer.current);
      if (!(await load())) return later(RETRY_MS, () => void save());
      const body = bodyNow();
      const text = JSON.stringify(body);
      const values = now.current.form.getValues();
      if (text === saved.current) return now.current.onSaved?.(values, seen.current);
      saving.current = true;
      try {
        const savedAt = await draftCalls.save(body, seen.current, keepalive);
        seen.current = savedAt;
        saved.current = text;
        now.current.onSaved?.(values, savedAt);
        const current = JSON.stringify(bodyNow()) === text;
        setState(current ? "saved" : "unsaved");
        if (!current) later(TYPING_MS, () => void save());
      } catch (error) {
        setState("unsaved");
        const elsewhere = getConflictSavedAt(error);
        asking.current = elsewhere !== null;
        if (elsewhere) setConflict(elsewhere);
        else if (!isRejection(error)) later(RETRY_MS, () => void save());
      } finally {
        saving.current = false;
      }
    },
    [bodyNow, later, load],
  );

  useEffect(() => {
    let active = true;
    const open = () => active && setReady(true);
    const patience = window.setTimeout(open, PATIENCE_MS);
    void load().then((done) => {
      open();
      // What this browser is ahead by belongs on the server too.
      if (active && (!done || saved.current === "")) later(TYPING_MS, () => void flush());
    });
    return () => {
      active = false;
      window.clearTimeout(patience);
      window.clearTimeout(timer.current);
    };
  }, [flush, later, load]);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: () => {
          if (stopped.current || !loaded.current || JSON.stringify(bodyNow()) === saved.current) return;
          setState("unsaved");
          later(TYPING_MS, () => void flush());
        },
      }),
    [form, bodyNow, flush, later],
  );

  // A new step is a good moment. Before the first change there is nothing to keep.
  const stepBefore = useRef(step);
  useEffect(() => {
    if (stepBefore.current === step) return;
    stepBefore.current = step;
    void flush();
  }, [step, flush]);

  useEffect(() => {
    const left = () => document.visibilityState === "hidden" && void flush(true);
    const back = () => void flush();
    document.addEventListener("visibilitychange", left);
    window.addEventListener("online", back);
    return () => {
      document.removeEventListener("visibilitychange", left);
      window.removeEventListener("online", back);
    };
  }, [flush]);

  const pause = useCallback((paused: boolean) => {
    stopped.current = paused;
    if (paused) window.clearTimeout(timer.current);
  }, []);

  const settle = (savedAt: string) => {
    seen.current = savedAt;
    asking.current = false;
    setConflict(null);
  };
  /** The other device's answers in the form, in place of those of this one. */
  const takeOther = async (): Promise<void> => {
    try {
      const draft = await draftCalls.load();
      const { base, form, kept, valuesOf } = now.current;
      kept.clear();
      form.reset((draft ? valuesOf(draft) : base) as DefaultValues<Values> & Values);
      saved.current = JSON.stringify(bodyNow());
      settle(draft?.savedAt ?? NEVER);
      setState(draft ? "saved" : "clean");
    } catch (error) {
      toast.error(toApiError(error).message);
    }
  };
  /** The answers of this device on the server, in place of those the person was told of; newer ones are told again. */
  const keepThis = async (): Promise<void> => {
    settle(conflict ?? NEVER);
    await flush();
  };

  return {
    ready,
    state,
    origin,
    forgetOrigin: () => setOrigin(null),
    changedElsewhere: conflict !== null,
    takeOther,
    keepThis,
    flush,
    pause,
  };
}
