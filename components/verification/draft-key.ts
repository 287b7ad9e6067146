/**
 * The key that encrypts the numbers in a saved draft. It lives in IndexedDB as a CryptoKey that cannot be exported: who reads the
 * local storage of a shared computer finds no digits, and a copied profile folder opens nothing without this browser (threat 38).
 */
const DATABASE = "draft-keys";
const STORE = "keys";
const ENTRY = "verification";

/** WebCrypto and IndexedDB exist on https and localhost only. */
export const canEncrypt = (): boolean =>
  typeof indexedDB !== "undefined" && typeof crypto !== "undefined" && crypto.subtle !== undefined;

export async function draftKey(): Promise<CryptoKey> {
  const db = await open();
  try {
    const existing = await settle<CryptoKey | undefined>(db.transaction(STORE).objectStore(STORE).get(ENTRY));
    if (existing) return existing;
    const fresh = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]);
    await settle(db.transaction(STORE, "readwrite").objectStore(STORE).put(fresh, ENTRY));
    return fresh;
  } finally {
    db.close();
  }
}

/** Whatever was encrypted with it can never be read again. */
export async function forgetDraftKey(): Promise<void> {
  if (!canEncrypt()) return;
  const db = await open();
  try {
    await settle(db.transaction(STORE, "readwrite").objectStore(STORE).delete(ENTRY));
  } finally {
    db.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return settle(request);
}

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
  });
}
