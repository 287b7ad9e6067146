import { sealedFields } from "@/lib/forms/rows";
import { isMasked } from "@/lib/mask";
import type { DraftDto } from "@/lib/verification/dto";
import { individualFields } from "@/lib/verification/individual-form";
import { canEncrypt, clearLocalDraft, DRAFT_KEY, draftKey } from "./draft-key";

/**
 * Save Progress (product 4.4, product 10.5): one JSON object in local storage with every answer but the files. NIN, BVN and account
 * number are encrypted in it; each is bound to its field and its owner, so that none can be moved to another.
 */
const SECRET_FIELDS = Object.keys(sealedFields(individualFields));
const OWNER = "_owner";
const SAVED_AT = "_savedAt";
const VERSION = "_serverVersion";
const STEP = "_step";
const MARK = "enc:v1:";

type Texts = Record<string, string>;

export interface LocalDraft {
  values: Texts;
  /** By this browser's clock; null in drafts that do not say. */
  savedAt: string | null;
  /** Which draft of the server has the same answers, when one does. */
  serverVersion: string | null;
  step: number;
}

/** Throws when storage is full or forbidden. */
export async function saveLocalDraft(values: Readonly<Texts>, owner: string, step: number): Promise<void> {
  const stored: Texts = {
    ...values,
    [OWNER]: owner,
    [SAVED_AT]: new Date().toISOString(),
    [STEP]: String(step),
  };
  for (const field of SECRET_FIELDS) {
    const plain = values[field];
    if (!plain) continue;
    // Without WebCrypto (a plain http address) the number is left out: better typed again than readable.
    if (canEncrypt()) stored[field] = await seal(plain, `${owner}:${field}`);
    else delete stored[field];
  }
  localStorage.setItem(DRAFT_KEY, JSON.stringify(stored));
}

/** The saved answers, or null. A draft of somebody else who used this browser is removed, not shown. */
export async function loadLocalDraft(owner: string): Promise<LocalDraft | null> {
  const stored = readLocalDraft();
  if (!stored) return null;
  if (stored[OWNER] !== undefined && stored[OWNER] !== owner) {
    clearLocalDraft();
    return null;
  }
  const { [OWNER]: _, [SAVED_AT]: savedAt, [VERSION]: serverVersion, [STEP]: step, ...values } = stored;
  for (const field of SECRET_FIELDS) {
    const value = values[field];
    if (!value?.startsWith(MARK)) continue;
    const plain = await unseal(value, `${owner}:${field}`);
    if (plain === null) delete values[field];
    else values[field] = plain;
  }
  return { values, savedAt: savedAt ?? null, serverVersion: serverVersion ?? null, step: Number(step) || 0 };
}

/** The server has the same answers now, as its draft of that moment. */
export function setServerVersion(version: string): void {
  const stored = readLocalDraft();
  if (!stored) return;
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify({ ...stored, [VERSION]: version }));
  } catch {
    // Then the clocks decide.
  }
}

/**
 * Which of the two drafts the form continues from. The same answers in both: the one in this browser, which has the numbers in
 * full. Otherwise the newer. One that was saved here before the last submission is over.
 */
export function newerDraft(
  server: Pick<DraftDto, "values" | "savedAt"> | null,
  local: Pick<LocalDraft, "savedAt" | "serverVersion"> | null,
  submittedAt: string | null,
): "server" | "local" | null {
  const hasAnswers = server !== null && Object.keys(server.values).length > 0;
  const isOver = !!local?.savedAt && !!submittedAt && local.savedAt < submittedAt;
  if (!local || isOver) return server ? "server" : null;
  if (!hasAnswers || local.serverVersion === server.savedAt) return "local";
  return (local.savedAt ?? "") > server.savedAt ? "local" : "server";
}

/** Masks that are not among `known` stand for no number that the server has; those numbers are asked for again. */
export const withoutStaleMasks = (values: Readonly<Texts>, known: readonly object[]): Texts =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const isStale = isMasked(value) && !known.some((entry) => Reflect.get(entry, field) === value);
      return [field, isStale ? "" : value];
    }),
  );

function readLocalDraft(): Texts | null {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(DRAFT_KEY) ?? "null");
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
    return Object.fromEntries(
      Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return null;
  }
}

async function seal(plain: string, boundTo: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(boundTo) },
    await draftKey(),
    new TextEncoder().encode(plain),
  );
  return MARK + btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** null when it cannot be opened: another browser, a removed key, a changed text. */
async function unseal(text: string, boundTo: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(text.slice(MARK.length)), (char) => char.charCodeAt(0));
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: bytes.slice(0, 12), additionalData: new TextEncoder().encode(boundTo) },
      await draftKey(),
      bytes.slice(12),
    );
    return new TextDecoder().decode(plain);
  } catch {
    return null;
  }
}
