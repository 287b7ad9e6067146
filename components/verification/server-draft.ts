import { ApiError, call, isRejection } from "@/lib/contract/client";
import { verification } from "@/lib/contract/endpoints/verification";
import type { DraftDto } from "@/lib/verification/dto";
import { DRAFT_DEVICE } from "@/lib/verification/policy";
import type { FormAnswers } from "./wizard-form";

/** The draft on the server (ADR 9): its calls, and what is stored beside the answers. */

/** Before any draft. */
export const NEVER = new Date(0).toISOString();

/** The draft; null when there is none, or the server refuses one. Throws when there was no answer. */
export async function loadServerDraft(): Promise<DraftDto | null> {
  try {
    return (await call(verification.getDraft)).data;
  } catch (error) {
    if (isRejection(error)) return null;
    throw error;
  }
}

/** Saves what comes after the draft of `seen`. Answers when it was saved. */
export async function saveServerDraft(
  values: FormAnswers,
  seen: string,
  keepalive: boolean,
): Promise<string> {
  return (await call(verification.saveDraft, { body: { values, savedAt: seen }, keepalive })).data.savedAt;
}

/** When another device saved its own answers, if that is why a save was refused. */
export function conflictOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "DRAFT_CHANGED") return null;
  const { body } = error;
  const data: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "data") : null;
  const savedAt: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "savedAt") : null;
  return typeof savedAt === "string" ? savedAt : NEVER;
}

const STEP = "_step";

/** Answers with the step that is shown, and a random name of this browser: it never conflicts with itself. */
export const draftBody = (answers: FormAnswers, step: number): FormAnswers => ({
  ...answers,
  [STEP]: step,
  [DRAFT_DEVICE]: deviceId(),
});

/** The step on which a draft was left. */
export function stepOfDraft({ values }: Pick<DraftDto, "values">): number {
  const step = values[STEP];
  return typeof step === "number" && step >= 0 ? step : 0;
}

const DEVICE_KEY = "draft-device";
let device: string | null = null;
function deviceId(): string {
  return (device ??= storedDeviceId());
}
function storedDeviceId(): string {
  const fresh = Math.random().toString(36).slice(2, 12);
  try {
    const known = localStorage.getItem(DEVICE_KEY);
    if (!known) localStorage.setItem(DEVICE_KEY, fresh);
    return known ?? fresh;
  } catch {
    return fresh;
  }
}
