import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Checks that axe finds no serious violation on the current screen in light mode and, on the desktop, in dark mode (phones use the same
 * colours).
 */
export async function check(page: Page, what: string): Promise<void> {
  const isPhone = page.viewportSize()!.width < 640;
  for (const colorScheme of isPhone ? (["light"] as const) : (["light", "dark"] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    // Dark mode changes only the colours.
    const violations = await findViolations(page, colorScheme === "dark" ? ["color-contrast"] : undefined);
    const serious = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
    expect([what, colorScheme, serious]).toEqual([what, colorScheme, []]);
  }
}

/** Runs axe in the page itself, where it is loaded once per document. Selectors, which cost most, are computed only for violations. */
async function findViolations(page: Page, rules?: string[]): Promise<axe.Result[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  return page.evaluate(
    async (runOptions) => (await window.axe.run(document, runOptions)).violations,
    options,
  );
}

/** Waits until the page has loaded and colour transitions have ended. */
async function settled(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/Seedline/);
  await expect(page.locator("h1").first()).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            // A spinner's animation never ends.
            .filter(
              ({ playState, effect }) =>
                playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
            ).length,
      ),
    )
    .toBe(0);
}
