import * as z from "zod";
import { sealedFields } from "@/lib/forms/rows";
import { isMasked } from "@/lib/mask";
import type { DraftDto } from "@/lib/verification/dto";
import { individualFields } from "@/lib/verification/individual-form";
import { canEncrypt, clearLocalDraft, DRAFT_KEY, draftKey } from "./draft-key";

/**
 * Save Progress (product 4.4, 10.5): a JSON object in local storage with all answers except files. NIN, BVN and account number are
 * encrypted, with field and user as additional authenticated data.
 */
const SECRET_FIELDS = Object.keys(sealedFields(individualFields));
const OWNER = "_owner";
const SAVED_AT = "_savedAt";
const VERSION = "_serverVersion";
const STEP = "_step";
const MARK = "enc:v1:";

const storedSchema = z.record(z.string(), z.string()).nullable();
type Texts = Record<string, string>;

export interface LocalDraft {
  values: Texts;
  /** By this browser's clock. */
  savedAt: string | null;
  /** The `savedAt` of the server's draft with the same answers, if there is one. */
  serverVersion: string | null;
  step: number;
}

/** Throws if storage is full or blocked. */
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
    // Without WebCrypto (plain http) the number is not saved.
    if (canEncrypt()) stored[field] = await seal(plain, `${owner}:${field}`);
    else delete stored[field];
  }
  localStorage.setItem(DRAFT_KEY, JSON.stringify(stored));
}

/** The saved answers, or null. The draft of another user of this browser is deleted. */
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

/** Records that the server's draft of this time has the same answers. */
export function setServerVersion(version: string): void {
  const stored = readLocalDraft();
  if (!stored) return;
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify({ ...stored, [VERSION]: version }));
  } catch {
    // Then the newer draft is used.
  }
}

/**
 * The draft to continue from: the local one if both have the same answers, because it has the numbers in full, otherwise the newer. A
 * local draft from before the last submission is obsolete.
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

/** Empties masked numbers that the server does not have (`known`). */
export const withoutStaleMasks = (values: Readonly<Texts>, known: readonly object[]): Texts =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const isStale = isMasked(value) && !known.some((entry) => Reflect.get(entry, field) === value);
      return [field, isStale ? "" : value];
    }),
  );

function readLocalDraft(): Texts | null {
  try {
    return storedSchema.parse(JSON.parse(localStorage.getItem(DRAFT_KEY) ?? "null"));
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

/** Null if it cannot be decrypted: another browser, a deleted key, a changed text. */
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
