/**
 * The user of a page. In the tab of one user another one may log in (product 10.3). Each page knows for whom the server rendered it, each
 * of its calls says so, and the server refuses it for anyone else with OTHER_USER. Safe in the browser.
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
  /** Calls `listener` when a call was refused because somebody else is logged in. Returns a function that unsubscribes it. */
  onOther(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  reportOther: (): void => listeners.forEach((listener) => listener()),
};
