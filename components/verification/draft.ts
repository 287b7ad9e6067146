import { canEncrypt, draftKey, forgetDraftKey } from "./draft-key";

/**
 * Save Progress (product 4.4, product 10.5): one JSON object in local storage with every answer but the files. NIN, BVN and account
 * number lie in it encrypted; each is bound to its field and its owner, so that none can be moved to another.
 */
export const DRAFT_KEY = "investor-verification-form";
const SECRET_FIELDS = ["ninNumber", "bvnNumber", "accountNumber"] as const;
const OWNER = "_owner";
const SAVED_AT = "_savedAt";
const VERSION = "_serverVersion";
const STEP = "_step";
const MARK = "enc:v1:";

export type DraftValues = Record<string, string>;

/** Progress as this browser kept it. */
export interface LocalDraft {
  values: DraftValues;
  /** By this browser's clock; null in drafts that do not say. */
  savedAt: string | null;
  /** Which draft of the server holds the same answers, when one does. */
  serverVersion: string | null;
  step: number;
}

export async function saveDraft(
  values: Readonly<DraftValues>,
  owner: string,
  at: { savedAt: string; step: number } = { savedAt: new Date().toISOString(), step: 0 },
): Promise<void> {
  const kept: DraftValues = { ...values, [OWNER]: owner, [SAVED_AT]: at.savedAt, [STEP]: String(at.step) };
  for (const field of SECRET_FIELDS) {
    const plain = values[field];
    if (!plain) continue;
    // Without WebCrypto (a plain http address) the number is left out: better typed again than readable.
    if (canEncrypt()) kept[field] = await seal(plain, `${owner}:${field}`);
    else delete kept[field];
  }
  localStorage.setItem(DRAFT_KEY, JSON.stringify(kept));
}

/** The saved answers, or null. A draft of somebody else who used this browser is removed, not shown. */
export async function loadDraft(owner: string): Promise<LocalDraft | null> {
  const kept = readDraft();
  if (!kept) return null;
  if (kept[OWNER] !== undefined && kept[OWNER] !== owner) {
    clearDraft();
    return null;
  }
  const { [OWNER]: _, [SAVED_AT]: savedAt, [VERSION]: serverVersion, [STEP]: step, ...values } = kept;
  for (const field of SECRET_FIELDS) {
    const value = values[field];
    if (!value?.startsWith(MARK)) continue;
    const plain = await unseal(value, `${owner}:${field}`);
    if (plain === null) delete values[field];
    else values[field] = plain;
  }
  return {
    values,
    savedAt: savedAt ?? null,
    serverVersion: serverVersion ?? null,
    step: Number(step) || 0,
  };
}

/** The server holds the same answers now, as its draft of that moment. */
export function noteServerVersion(version: string): void {
  const kept = readDraft();
  if (!kept) return;
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify({ ...kept, [VERSION]: version }));
  } catch {
    // Then the clocks decide.
  }
}

export function clearDraft(): void {
  try {
    localStorage.removeItem(DRAFT_KEY);
  } catch {
    // A browser without storage kept nothing.
  }
  forgetDraftKey().catch((error: unknown) => console.error("The draft's key could not be removed", error));
}

function readDraft(): DraftValues | null {
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
