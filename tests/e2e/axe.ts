import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Checks that axe finds no serious violation on the current screen, in light and (on the desktop, of the same colours) dark. */
export async function check(page: Page, what: string): Promise<void> {
  const isPhone = page.viewportSize()!.width < 640;
  for (const colorScheme of isPhone ? (["light"] as const) : (["light", "dark"] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    // In the page itself: otherwise each check opens another page to collect results of cross-origin frames, of which there
    // are none.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // Dark mode changes only the colours.
    if (colorScheme === "dark") axe.withRules(["color-contrast"]);
    const { violations } = await axe.analyze();
    const serious = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
    expect([what, colorScheme, serious]).toEqual([what, colorScheme, []]);
  }
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
