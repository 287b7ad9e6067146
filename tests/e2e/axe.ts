import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** axe finds nothing serious on the screen as it is now, in light and dark. */
export async function check(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    // In the page itself: otherwise each look opens another one to gather what was found in frames of strangers, of which there are none.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // Only the colours differ in the dark.
    if (colorScheme === "dark") axe.withRules(["color-contrast"]);
    const { violations } = await axe.analyze();
    const serious = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
    expect([what, colorScheme, serious]).toEqual([what, colorScheme, []]);
  }
}

/** A page that is still arriving, or changing its colours, is not the page that people see. */
async function settled(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/Seedline/);
  await expect(page.locator("h1").first()).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            // A spinner never comes to an end.
            .filter(
              ({ playState, effect }) =>
                playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
            ).length,
      ),
    )
    .toBe(0);
}
