import * as z from "zod";
import { sealedFields } from "@/lib/forms/rows";
import { isMasked } from "@/lib/mask";
import type { DraftDto } from "@/lib/onboarding/dto";
import { individualFields } from "@/lib/onboarding/forms/individual-form";
import { canEncrypt, clearLocalDraft, DRAFT_KEY, draftKey } from "./draft-key";

/**
 * Save Progress (product 4.4, 10.5): a JSON object in local storage with all answers except files. NIN, BVN and account number are
 * encrypted, with field and user as additional authenticated data.
 */
const SECRET_FIELDS = Object.keys(sealedFields(individualFields));
const MARK = "enc:v1:";

const storedSchema = z.record(z.string(), z.string()).nullable();
type Texts = Record<string, string>;

export interface LocalDraft {
  values: Texts;
  /**
   * The `savedAt` of the server's draft on which the answers are based, if there was one. It is never taken from this device's clock, which
   * may be wrong.
   */
  serverVersion: string | null;
  /** Whether the answers have not reached the server yet. */
  isAhead: boolean;
  /** The last submission before the draft, by the server's clock. */
  submittedAt: string | null;
  step: number;
}

/** Throws if storage is full or blocked. */
export async function saveLocalDraft(
  owner: string,
  { values, serverVersion, isAhead, submittedAt, step }: LocalDraft,
): Promise<void> {
  const stored: Texts = {
    ...values,
    _owner: owner,
    _step: String(step),
    ...(serverVersion && { _serverVersion: serverVersion }),
    ...(isAhead && { _ahead: "true" }),
    ...(submittedAt && { _submittedAt: submittedAt }),
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

/** Returns the saved answers, or null. Another user's draft in this browser is deleted. */
export async function loadLocalDraft(owner: string): Promise<LocalDraft | null> {
  const stored = readLocalDraft();
  if (!stored) return null;
  const { _owner = owner, _step, _serverVersion = null, _ahead, _submittedAt = null, ...values } = stored;
  if (_owner !== owner) {
    clearLocalDraft();
    return null;
  }
  for (const field of SECRET_FIELDS) {
    const value = values[field];
    if (!value?.startsWith(MARK)) continue;
    const plain = await unseal(value, `${owner}:${field}`);
    if (plain === null) delete values[field];
    else values[field] = plain;
  }
  const isAhead = _ahead !== undefined;
  const step = Number(_step) || 0;
  return { values, serverVersion: _serverVersion, isAhead, submittedAt: _submittedAt, step };
}

/** Records that the server has these or later answers; `version` is the version of its draft with the same answers, if there is one. */
export function markSaved(version: string | null): void {
  const stored = readLocalDraft();
  if (!stored) return;
  const { _ahead: _, ...rest } = stored;
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify({ ...rest, ...(version && { _serverVersion: version }) }));
  } catch {
    // If this cannot be stored, the user must choose the draft to use.
  }
}

/**
 * Chooses the draft to continue from: the local one if the server does not have its answers, or has no different ones, because the local
 * draft contains the numbers in full. If another device has saved since, the first save asks (ADR 9). A local draft from before the last
 * submission is obsolete.
 */
export function chooseDraft(
  server: Pick<DraftDto, "values" | "savedAt"> | null,
  local: Pick<LocalDraft, "serverVersion" | "isAhead" | "submittedAt"> | null,
  submittedAt: string | null,
): "server" | "local" | null {
  const hasAnswers = server !== null && Object.keys(server.values).length > 0;
  if (!local || local.submittedAt !== submittedAt) return server ? "server" : null;
  return !hasAnswers || local.isAhead || local.serverVersion === server.savedAt ? "local" : "server";
}

/** Clears masked numbers that the server does not have (`known`). */
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

/** Returns null if the text cannot be decrypted: in another browser, after its key was deleted, or if it was changed. */
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
