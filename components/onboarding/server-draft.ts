import * as z from "zod";
import { ApiError, call } from "@/lib/contract/client";
import { onboarding } from "@/lib/onboarding/api";
import type { DraftDto } from "@/lib/onboarding/dto";
import { DRAFT_DEVICE } from "@/lib/submission-rules";
import type { FormAnswers } from "./wizard-form";

/** The draft on the server (ADR 9). */

/** The value of `savedAt` before the first draft. */
export const NEVER = new Date(0).toISOString();

/**
 * Returns the draft; null if there is none or this user has no form. Throws after any other failure: a draft that merely could not be
 * loaded must not be overwritten.
 */
export async function loadServerDraft(): Promise<DraftDto | null> {
  try {
    return (await call(onboarding.getDraft)).data;
  } catch (error) {
    if (error instanceof ApiError && error.code === "FORBIDDEN") return null;
    throw error;
  }
}

const conflictBody = z.object({ data: z.object({ savedAt: z.string() }) });

/** Returns the time of another device's save, if that is why the server rejected a draft. */
export function conflictOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "DRAFT_CHANGED") return null;
  return conflictBody.safeParse(error.body).data?.data.savedAt ?? NEVER;
}

const STEP = "_step";

/** Answers with the current step and a random id of this browser, which never conflicts with itself. */
export const draftBody = (answers: FormAnswers, step: number): FormAnswers => ({
  ...answers,
  [STEP]: step,
  [DRAFT_DEVICE]: deviceId(),
});

/** Returns the step at which a draft was saved. */
export function stepOfDraft({ values }: Pick<DraftDto, "values">): number {
  const step = values[STEP];
  return typeof step === "number" && step >= 0 ? step : 0;
}

const DEVICE_KEY = "draft-device";
let device = "";
function deviceId(): string {
  if (device) return device;
  device = Math.random().toString(36).slice(2, 12);
  try {
    device = localStorage.getItem(DEVICE_KEY) ?? device;
    localStorage.setItem(DEVICE_KEY, device);
  } catch {
    // Without storage, the id is valid only for this page.
  }
  return device;
}
