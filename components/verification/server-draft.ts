import { get, set } from "react-hook-form";
import { isStored, type StoredDocument } from "@/components/forms/documents";
import type { PreviousMasks } from "@/components/forms/previous-masks";
import { api, ApiError, type ApiResponse } from "@/lib/contract/client";
import type { DraftDto, DraftFileDto } from "@/lib/verification/draft-dto";
import { DRAFT_DEVICE } from "@/lib/verification/draft-dto";

/** The calls of the draft on the server (ADR 9), and what is pure about it. */
export const draftCalls = {
  load: async (): Promise<DraftDto | null> =>
    (await api.get<ApiResponse<DraftDto | null>>("/verification/draft")).data,
  /** `seen`: when the draft was saved that these values come after. Answers when they were. */
  save: async (values: Record<string, unknown>, seen: string, keepalive: boolean): Promise<string> => {
    const body = { values, savedAt: seen };
    return (await api.put<ApiResponse<{ savedAt: string }>>("/verification/draft", body, { keepalive })).data
      .savedAt;
  },
};

/** Before any draft. */
export const NEVER = new Date(0).toISOString();

/** When another device saved its own answers, if that is why a save was refused. */
export function getConflictSavedAt(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "DRAFT_CHANGED") return null;
  const at: unknown = get(error.body, "data.savedAt");
  return typeof at === "string" ? at : NEVER;
}

/** Beside the answers: where the person stood, and which browser it was. */
const STEP = "_step";

export function draftBody(
  answers: Record<string, unknown>,
  kept: PreviousMasks,
  step: number,
): Record<string, unknown> {
  const body = { ...structuredClone(answers), [STEP]: step, [DRAFT_DEVICE]: deviceId() };
  // A number that is being replaced counts until the new one is complete.
  for (const [field, masked] of kept) set(body, field, masked);
  return body;
}

/** From where, when and up to which step a form continues. */
export interface DraftOrigin {
  device: "this" | "other";
  savedAt: string;
  step: number;
}

export function originOf({ values, savedAt }: Pick<DraftDto, "values" | "savedAt">): DraftOrigin {
  const { [STEP]: step, [DRAFT_DEVICE]: device } = values;
  return {
    device: device === undefined || device === deviceId() ? "this" : "other",
    savedAt,
    step: typeof step === "number" && step >= 0 ? step : 0,
  };
}

const DEVICE_KEY = "draft-device";
let inMemory: string | null = null;
/** A random name of this browser, only to say from where a form continues. */
function deviceId(): string {
  inMemory ??= storedId();
  return inMemory;
}
function storedId(): string {
  const fresh = Math.random().toString(36).slice(2, 12);
  try {
    const known = localStorage.getItem(DEVICE_KEY);
    if (!known) localStorage.setItem(DEVICE_KEY, fresh);
    return known ?? fresh;
  } catch {
    return fresh;
  }
}

/** A document uploaded ahead, as a field holds it. */
export const storedDocument = (file: DraftFileDto): StoredDocument => ({
  id: file._id,
  name: file.name,
  size: file.size,
  contentType: file.contentType,
  path: file.path,
  former: false,
});

/** `signatories.0.idDocument` in the form is `signatories[0][idDocument]` in the multipart calls (product 7.2). */
export const partName = (field: string): string => {
  const [head = "", ...rest] = field.split(".");
  return head + rest.map((key) => `[${key}]`).join("");
};

/** `restored`, but what was typed since `base` stays: a draft that arrives late undoes nothing. */
export function mergeUserEdits<Values extends object>(
  restored: Values,
  base: Values,
  current: Values,
): Values {
  const merged = { ...restored };
  for (const [path, value] of leaves(current)) {
    if (!same(value, get(base, path))) set(merged, path, value);
  }
  return merged;
}

function* leaves(value: unknown, path = ""): Generator<[string, unknown]> {
  const branches =
    typeof value === "object" && value !== null && !(value instanceof File) && !isStored(value);
  if (!branches) yield [path, value];
  else {
    for (const [key, item] of Object.entries(value)) yield* leaves(item, path ? `${path}.${key}` : key);
  }
}

const same = (one: unknown, other: unknown): boolean =>
  isStored(one) && isStored(other) ? one.id === other.id : one === other || (one ?? "") === (other ?? "");
