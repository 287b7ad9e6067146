/** The name of the saved progress in local storage. */
export const DRAFT_KEY = "investor-verification-form";
const DATABASE = "draft-keys";
const STORE = "keys";
const ENTRY = "verification";

/** WebCrypto and IndexedDB exist only on https and localhost. */
export const canEncrypt = (): boolean =>
  typeof indexedDB !== "undefined" && typeof crypto !== "undefined" && crypto.subtle !== undefined;

/**
 * This browser's key for the numbers in saved progress, created if there is none. It is stored in IndexedDB and not extractable, so that
 * neither local storage nor a copy of the profile folder reveals the numbers (threat 38).
 */
export async function draftKey(): Promise<CryptoKey> {
  const existing = await request<CryptoKey | undefined>("readonly", (store) => store.get(ENTRY));
  if (existing) return existing;
  const fresh = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  await request("readwrite", (store) => store.put(fresh, ENTRY));
  return fresh;
}

/** Deletes the saved answers and their key. */
export function clearLocalDraft(): void {
  try {
    localStorage.removeItem(DRAFT_KEY);
  } catch {
    // Without storage there is no draft.
  }
  if (!canEncrypt()) return;
  request("readwrite", (store) => store.delete(ENTRY)).catch((error: unknown) =>
    console.error("The draft's key could not be removed", error),
  );
}

async function request<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const db = await settle(opening);
  try {
    return await settle(run(db.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    db.close();
  }
}

const settle = <T>(pending: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    pending.onsuccess = () => resolve(pending.result);
    pending.onerror = () => reject(pending.error ?? new Error("IndexedDB failed"));
  });
