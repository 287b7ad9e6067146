/**
 * Each step of a form is one entry in the browser's history, side by side: the first under the form's own address, the third under
 * `?step=3`.
 */
const PARAM = "step";

/** The step that an address asks for, counted from 0; what it does not have is the first. */
export function stepFromUrl(search: Pick<URLSearchParams, "get">, last: number): number {
  const asked = Number(search.get(PARAM));
  return Number.isInteger(asked) ? Math.min(Math.max(asked - 1, 0), last) : 0;
}

function address(step: number): string {
  const url = new URL(window.location.href);
  if (step > 0) url.searchParams.set(PARAM, String(step + 1));
  else url.searchParams.delete(PARAM);
  return url.href;
}

/** Do the entries of the steps before stand behind the present one? A browser that does not tell them apart is taken at no. */
export function isLinedUp(step: number): boolean {
  const history = (window as { navigation?: Entries }).navigation;
  const index = history?.currentEntry?.index;
  if (!history || index === undefined) return false;
  const entries = history.entries();
  return Array.from({ length: step + 1 }, (_, at) => entries[index - step + at]?.url === address(at)).every(
    Boolean,
  );
}

/** What is used of the Navigation API. */
interface Entries {
  currentEntry: { index: number } | null;
  entries: () => { url: string | null }[];
}

/**
 * Brings the history to a step: forward by an entry for each step on the way, backward over the entries that are there. Somebody who
 * came from outside (`linedUp` is false) gets the steps before, too. Answers whether a `popstate` is still to come for it.
 */
export function syncHistoryToStep(step: number, from: number, linedUp: boolean): boolean {
  if (!linedUp) {
    window.history.replaceState(null, "", address(0));
    from = 0;
  }
  for (let next = from + 1; next <= step; next += 1) window.history.pushState(null, "", address(next));
  if (from > step) window.history.go(step - from);
  return from > step;
}
