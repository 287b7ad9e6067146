"use client";

import { onlineManager, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { toast } from "sonner";
import { useIsSessionOpen } from "@/components/session/session-provider";
import { call, isRejection, toApiError } from "@/lib/contract/client";
import { verification } from "@/lib/contract/endpoints/verification";
import { toasts } from "@/lib/contract/messages";
import type { UserDto } from "@/lib/users/dto";
import type { DraftDto } from "@/lib/verification/dto";
import { chooseDraft, loadLocalDraft, markSaved, saveLocalDraft, withoutStaleMasks } from "./local-draft";
import { conflictOf, draftBody, loadServerDraft, NEVER, stepOfDraft } from "./server-draft";
import type { WizardForm } from "./wizard-form";

const TYPING_MS = 1_500;
const RETRY_MS = 5_000;
/** After this time a form can be filled in although its draft has not arrived. */
const DRAFT_TIMEOUT_MS = 5_000;

/** `unsaved` means that a save has failed, or cannot be sent now. */
export type SaveState = "clean" | "saving" | "saved" | "unsaved";

interface DraftOptions<Values extends FieldValues> {
  definition: WizardForm<Values>;
  form: UseFormReturn<Values>;
  /** The initial values. */
  base: Values;
  user: UserDto;
  step: number;
  /** Is called when the user has replaced the values by those of another device. */
  onReplaced: () => void;
}

/**
 * Saves the form on the server: shortly after the last input, when the step changes, and when the page is left. Saves run one after
 * the other, each with the values of its time. A failed one is shown, and repeated after a while, when the connection is back, or when the
 * user has logged in again. It never blocks the form.
 */
export function useDraft<Values extends FieldValues>(options: DraftOptions<Values>) {
  const { definition, form, base, user, step, onReplaced } = options;
  const [isLate, setLate] = useState(false);
  const [state, setState] = useState<SaveState>("clean");
  const [isDismissed, setDismissed] = useState(false);
  /** When another device saved its answers. Nothing is saved until the user has decided between the two. */
  const [conflict, setConflict] = useState<string | null>(null);
  /** The body and time of the server's draft. */
  const server = useRef({ text: "", savedAt: NEVER });
  /** The answers in local storage. */
  const local = useRef<string | null>(null);
  const isPaused = useRef(false);
  const timer = useRef<number>(undefined);

  const stored = useQuery({
    queryKey: ["verification", "draft"],
    queryFn: async () => findDraft(definition, base, user, await loadServerDraft()),
    retry: (_, error) => !isRejection(error),
    staleTime: Infinity,
    gcTime: 0,
  });
  const canSave = () => stored.isSuccess && conflict === null && !isPaused.current;

  const answersNow = () => definition.answersOf(form.getValues());
  const textOf = (values: Values) => JSON.stringify(draftBody(definition.answersOf(values), step));
  const textNow = () => textOf(form.getValues());

  const write = async (keepalive: boolean) => {
    const answers = answersNow();
    const values = draftBody(answers, step);
    const text = JSON.stringify(values);
    if (text !== server.current.text) {
      const body = { values, savedAt: server.current.savedAt };
      const { data } = await call(verification.saveDraft, { body, keepalive, user: user._id });
      server.current = { text, savedAt: data.savedAt };
    }
    if (local.current) markSaved(JSON.stringify(answers) === local.current ? server.current.savedAt : null);
    if (textNow() === text) setState("saved");
  };
  const { mutate: save, error: failure } = useMutation({
    scope: { id: "verification-draft" },
    networkMode: "online",
    mutationFn: () => write(false),
    onError: (error) => {
      setState("unsaved");
      setConflict(conflictOf(error));
    },
  });
  const flush = () => {
    window.clearTimeout(timer.current);
    if (canSave()) save();
  };

  const onFlush = useEffectEvent(flush);
  useEffect(() => onFlush(), [step]);
  useEffect(() => {
    if (!failure || isRejection(failure)) return;
    const retry = window.setTimeout(() => onFlush(), RETRY_MS);
    return () => window.clearTimeout(retry);
  }, [failure]);

  const onChange = useEffectEvent(() => {
    if (!stored.isSuccess || isPaused.current || textNow() === server.current.text) return;
    setState((before) => (before === "unsaved" ? before : "saving"));
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(onFlush, TYPING_MS);
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => onChange() }), [form]);

  const onLoaded = useEffectEvent(({ values, isAhead, localText, savedAt }: FoundDraft<Values>) => {
    const hasEarlyInput = textNow() !== textOf(base);
    server.current = { text: isAhead || hasEarlyInput ? "" : textOf(values ?? base), savedAt };
    local.current = localText;
    // Input from before a late draft is retained.
    if (values) form.reset(values, { keepDirtyValues: true });
    onChange();
  });
  useEffect(() => {
    if (stored.data) onLoaded(stored.data);
  }, [stored.data]);

  const onVisibility = useEffectEvent(() => {
    if (document.visibilityState === "visible") flush();
    else if (canSave()) write(true).catch(() => undefined);
  });
  useEffect(() => {
    const patience = window.setTimeout(() => setLate(true), DRAFT_TIMEOUT_MS);
    const listener = () => onVisibility();
    document.addEventListener("visibilitychange", listener);
    return () => {
      document.removeEventListener("visibilitychange", listener);
      window.clearTimeout(patience);
      window.clearTimeout(timer.current);
    };
  }, []);

  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
    () => true,
  );
  const isOpen = useIsSessionOpen();
  const onReopened = useEffectEvent(() => (stored.isError ? void stored.refetch() : flush()));
  useEffect(() => {
    if (isOpen) onReopened();
  }, [isOpen]);

  /** Replaces the values by those of the other device. */
  const loadOther = useMutation({
    mutationFn: loadServerDraft,
    onSuccess: (draft) => {
      const values = draft ? definition.fromDraft(draft, base) : base;
      server.current = { text: textOf(values), savedAt: draft?.savedAt ?? NEVER };
      form.reset(values);
      setConflict(null);
      setState(draft ? "saved" : "clean");
      onReplaced();
    },
    onError: (error) => toast.error(toApiError(error).message),
  });
  /** Replaces the draft of the other device by the values of this one. */
  const keepThis = () => {
    server.current.savedAt = conflict ?? NEVER;
    setConflict(null);
    save();
  };

  /** Saves progress in this browser too, with the numbers in full (Save Progress, product 4.4). */
  const progress = useMutation({
    mutationFn: async () => {
      const answers = answersNow();
      // This browser's storage is for the user who is logged in.
      if (!isOpen) throw new Error("Someone else is logged in");
      const texts = Object.entries(answers).map(([key, text]) => [key, String(text)] as const);
      await saveLocalDraft(user._id, {
        values: Object.fromEntries(texts),
        serverVersion: server.current.savedAt,
        isAhead: textNow() !== server.current.text,
        submittedAt: user.verification.submittedAt,
        step,
      });
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
    isReady: stored.isSuccess || isLate,
    state: conflict !== null ? "clean" : state === "saving" && !isOnline ? "unsaved" : state,
    /** Saves what could not be saved. */
    retry: flush,
    origin: isDismissed ? null : (stored.data?.origin ?? null),
    dismissOrigin: () => setDismissed(true),
    hasConflict: conflict !== null,
    loadOther,
    keepThis,
    progress,
    /** Nothing is saved during a submission. */
    pause: (paused: boolean) => {
      isPaused.current = paused;
      window.clearTimeout(timer.current);
    },
  };
}

interface FoundDraft<Values> {
  /** Is null if there is no draft. */
  values: Values | null;
  /** When and at which step the draft was saved. */
  origin: { savedAt: string | null; step: number } | null;
  /** The answers, if they come from local storage. */
  localText: string | null;
  /** Whether the server does not have these values yet. */
  isAhead: boolean;
  /** When the server's draft was saved. */
  savedAt: string;
}

/** The draft of the server, or the progress saved in this browser (`chooseDraft`). */
async function findDraft<Values extends FieldValues>(
  definition: WizardForm<Values>,
  base: Values,
  user: UserDto,
  draft: DraftDto | null,
): Promise<FoundDraft<Values>> {
  const fromServer = {
    values: draft && definition.fromDraft(draft, base),
    origin: draft && { savedAt: draft.savedAt, step: stepOfDraft(draft) },
    localText: null,
    isAhead: false,
    savedAt: draft?.savedAt ?? NEVER,
  };
  if (definition.kind !== "individual") return fromServer;
  const local = await loadLocalDraft(user._id).catch((error: unknown) => {
    console.error("The saved progress could not be read", error);
    return null;
  });
  if (!local || chooseDraft(draft, local, user.verification.submittedAt) !== "local") return fromServer;
  const texts = withoutStaleMasks(local.values, [base, draft?.values ?? {}]);
  const values = definition.fromDraft({ values: texts, files: draft?.files ?? {} }, base);
  return {
    values,
    origin: { savedAt: local.isAhead ? null : fromServer.origin && fromServer.savedAt, step: local.step },
    localText: JSON.stringify(definition.answersOf(values)),
    isAhead: local.isAhead || local.serverVersion !== fromServer.savedAt,
    savedAt: local.isAhead ? (local.serverVersion ?? NEVER) : fromServer.savedAt,
  };
}
