"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { toast } from "sonner";
import { isRejection, toApiError } from "@/lib/contract/client";
import { toasts } from "@/lib/contract/messages";
import type { UserDto } from "@/lib/users/dto";
import type { DraftDto } from "@/lib/verification/dto";
import {
  loadLocalDraft,
  newerDraft,
  saveLocalDraft,
  setServerVersion,
  withoutStaleMasks,
} from "./local-draft";
import { conflictOf, draftBody, loadServerDraft, NEVER, saveServerDraft, stepOfDraft } from "./server-draft";
import type { WizardForm } from "./wizard-form";

const TYPING_MS = 1_500;
/** So long a form waits for its draft before it may be filled in. */
const PATIENCE_MS = 5_000;

export type SaveState = "clean" | "saving" | "saved";

/** When and up to which step a form was filled in that is continued. */
export interface DraftOrigin {
  savedAt: string | null;
  step: number;
}

interface DraftOptions<Values extends FieldValues> {
  definition: WizardForm<Values>;
  form: UseFormReturn<Values>;
  /** What an untouched form holds. */
  base: Values;
  user: UserDto;
  step: number;
}

/**
 * Stores the form on the server as it is typed: a moment after the last key, when the step changes, and when the page is left. Saves run
 * one after the other, each with the answers of its moment; one that finds no line is repeated. Nothing that fails here stops anybody.
 */
export function useDraft<Values extends FieldValues>({
  definition,
  form,
  base,
  user,
  step,
}: DraftOptions<Values>) {
  const [isLate, setLate] = useState(false);
  const [state, setState] = useState<SaveState>("clean");
  const [isDismissed, setDismissed] = useState(false);
  /** When another device saved its own answers; until the person has chosen between the two, nothing is saved. */
  const [conflict, setConflict] = useState<string | null>(null);
  /** What the server has: answers as text, and their moment. */
  const server = useRef({ text: "", savedAt: NEVER });
  /** The answers in local storage. */
  const local = useRef<string | null>(null);
  const isPaused = useRef(false);
  const timer = useRef<number>(undefined);

  const stored = useQuery({
    queryKey: ["verification", "draft"],
    queryFn: async () => findDraft(definition, base, user, await loadServerDraft()),
    retry: true,
    staleTime: Infinity,
    gcTime: 0,
  });
  const isLoaded = stored.isSuccess;

  const answersNow = () => definition.answersOf(form.getValues());
  const textOf = (values: Values) => JSON.stringify(draftBody(definition.answersOf(values), step));
  const textNow = () => textOf(form.getValues());

  const write = async (keepalive: boolean) => {
    const answers = answersNow();
    const body = draftBody(answers, step);
    const text = JSON.stringify(body);
    if (text !== server.current.text) {
      server.current = { text, savedAt: await saveServerDraft(body, server.current.savedAt, keepalive) };
    }
    if (JSON.stringify(answers) === local.current) setServerVersion(server.current.savedAt);
    if (textNow() === text) setState("saved");
  };
  const { mutate: save } = useMutation({
    scope: { id: "verification-draft" },
    networkMode: "online",
    mutationFn: () => write(false),
    retry: (_, error) => !isPaused.current && !isRejection(error),
    onError: (error) => setConflict(conflictOf(error)),
  });
  const flush = () => {
    window.clearTimeout(timer.current);
    if (isLoaded && conflict === null && !isPaused.current) save();
  };

  useEffect(() => {
    const patience = window.setTimeout(() => setLate(true), PATIENCE_MS);
    return () => window.clearTimeout(patience);
  }, []);

  const onStep = useEffectEvent(flush);
  useEffect(() => onStep(), [step]);

  const onFlush = useEffectEvent(flush);
  const onChange = useEffectEvent(() => {
    if (!isLoaded || isPaused.current || textNow() === server.current.text) return;
    setState("saving");
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(onFlush, TYPING_MS);
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => onChange() }), [form]);
  const onLoaded = useEffectEvent(({ values, isAhead, localText, savedAt }: FoundDraft<Values>) => {
    const typedEarly = textNow() !== textOf(base);
    server.current = { text: isAhead || typedEarly ? "" : textOf(values ?? base), savedAt };
    local.current = localText;
    // What was typed since stays: a draft that arrives late undoes nothing.
    if (values) form.reset(values, { keepDirtyValues: true });
    // What this browser is ahead by belongs on the server too.
    onChange();
  });
  useEffect(() => {
    if (stored.data) onLoaded(stored.data);
  }, [stored.data]);

  const onLeave = useEffectEvent(() => {
    if (document.visibilityState === "visible") return flush();
    if (isLoaded && conflict === null && !isPaused.current) write(true).catch(() => undefined);
  });
  useEffect(() => {
    const leave = () => onLeave();
    document.addEventListener("visibilitychange", leave);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      window.clearTimeout(timer.current);
    };
  }, []);

  /** The other device's answers in the form, in place of those of this one. */
  const takeOther = async (): Promise<void> => {
    try {
      const draft = await loadServerDraft();
      const values = draft ? definition.fromDraft(draft, base) : base;
      server.current = { text: textOf(values), savedAt: draft?.savedAt ?? NEVER };
      form.reset(values);
      setConflict(null);
      setState(draft ? "saved" : "clean");
    } catch (error) {
      toast.error(toApiError(error).message);
    }
  };
  /** The answers of this device on the server, in place of those the person was told of. */
  const keepThis = (): void => {
    server.current.savedAt = conflict ?? NEVER;
    setConflict(null);
    save();
  };

  /** Save Progress: in this browser too, with the numbers in full (product 4.4). */
  const progress = useMutation({
    mutationFn: async () => {
      const answers = answersNow();
      await saveLocalDraft(
        Object.fromEntries(Object.entries(answers).map(([key, text]) => [key, String(text)])),
        user._id,
        step,
      );
      local.current = JSON.stringify(answers);
    },
    onSuccess: () => toast.success(toasts.progressSaved, { id: "progress" }),
    onError: (error) => {
      console.error("The progress could not be saved", error);
      toast.error(toasts.progressFailed, { id: "progress" });
    },
    onSettled: flush,
  });

  return {
    isReady: isLoaded || isLate,
    state: conflict === null ? state : "clean",
    origin: isDismissed ? null : (stored.data?.origin ?? null),
    dismissOrigin: () => setDismissed(true),
    hasConflict: conflict !== null,
    takeOther,
    keepThis,
    saveProgress: progress.mutate,
    isSavingProgress: progress.isPending,
    /** While a submission is under way nothing is saved. */
    pause: (paused: boolean) => {
      isPaused.current = paused;
      window.clearTimeout(timer.current);
    },
  };
}

/** What a form continues from; without values it begins anew. */
interface FoundDraft<Values> {
  values: Values | null;
  origin: DraftOrigin | null;
  /** The answers of which, where they come from this browser. */
  localText: string | null;
  /** The server does not have these values yet. */
  isAhead: boolean;
  /** When the server's draft was saved. */
  savedAt: string;
}

/** The draft of the server, or the progress saved in this browser where that is newer. */
async function findDraft<Values extends FieldValues>(
  definition: WizardForm<Values>,
  base: Values,
  user: UserDto,
  draft: DraftDto | null,
): Promise<FoundDraft<Values>> {
  const found = {
    values: null,
    origin: null,
    localText: null,
    isAhead: false,
    savedAt: draft?.savedAt ?? NEVER,
  };
  const local =
    definition.kind === "individual"
      ? await loadLocalDraft(user._id).catch((error: unknown) => {
          console.error("The saved progress could not be read", error);
          return null;
        })
      : null;
  if (local && newerDraft(draft, local, user.verification.submittedAt) === "local") {
    const texts = withoutStaleMasks(local.values, [base, draft?.values ?? {}]);
    const values = definition.fromDraft({ values: texts, files: draft?.files ?? {} }, base);
    return {
      ...found,
      values,
      origin: { savedAt: local.savedAt, step: local.step },
      localText: JSON.stringify(definition.answersOf(values)),
      isAhead: !draft || local.serverVersion !== draft.savedAt,
    };
  }
  if (!draft) return found;
  const origin = { savedAt: draft.savedAt, step: stepOfDraft(draft) };
  return { ...found, values: definition.fromDraft(draft, base), origin };
}
