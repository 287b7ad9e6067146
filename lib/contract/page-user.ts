/**
 * The user of a page. Another user may log in while one user's tab is open (product 10.3). The server renders each page for a user, each
 * call of the page names that user, and the server rejects it with OTHER_USER if someone else is logged in. Safe in the browser.
 */
export const USER_HEADER = "X-User-Id";

let userId: string | null = null;
const listeners = new Set<() => void>();

export const pageUser = {
  /** Returns the user for whom the page was rendered; null on pages that are rendered for no user. */
  get: (): string | null => userId,
  set(id: string | null): void {
    userId = id;
  },
  /** Calls `listener` when a call was rejected because another user is logged in. Returns a function that unsubscribes it. */
  onOther(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  reportOther: (): void => listeners.forEach((listener) => listener()),
};
