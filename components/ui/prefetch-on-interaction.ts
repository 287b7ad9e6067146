const asked = new Set<() => Promise<unknown>>();

/** Fetches ahead at the first sign of somebody using the page, so that a press finds it there. */
export function prefetchOnFirstInteraction(load: () => Promise<unknown>): void {
  if (typeof window === "undefined" || asked.has(load)) return;
  asked.add(load);
  const now = () => {
    for (const event of ["pointerdown", "keydown"]) window.removeEventListener(event, now, true);
    load().catch(() => undefined);
  };
  for (const event of ["pointerdown", "keydown"]) window.addEventListener(event, now, true);
}
