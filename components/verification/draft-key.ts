/**
 * What Save Progress leaves in this browser besides the key that encrypts its numbers. The key is in IndexedDB as a CryptoKey that cannot
 * be exported: whoever reads the local storage of a shared computer finds no digits, and a copied profile folder opens nothing without
 * this browser (threat 38).
 */
export const DRAFT_KEY = "investor-verification-form";
const DATABASE = "draft-keys";
const STORE = "keys";
const ENTRY = "verification";

/** WebCrypto and IndexedDB exist on https and localhost only. */
export const canEncrypt = (): boolean =>
  typeof indexedDB !== "undefined" && typeof crypto !== "undefined" && crypto.subtle !== undefined;

/** The key of this browser, made when there is none. */
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

/** Removes the saved answers and their key: what was encrypted with it can never be read again. */
export function clearLocalDraft(): void {
  try {
    localStorage.removeItem(DRAFT_KEY);
  } catch {
    // A browser without storage has none.
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
