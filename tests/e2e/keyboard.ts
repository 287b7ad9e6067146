import { expect, type Locator, type Page } from "./test";

/** Steps of a keyboard-only user (WCAG 2.1). */
export const press = (page: Page, key: string) => page.keyboard.press(key);

/** Checks that the focused element has a visible outline, on itself or on the frame around it. */
export async function focusIsVisible(page: Page): Promise<void> {
  const seen = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const outlined = (candidate: Element | null) => {
        if (!candidate) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
        return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      };
      const { top, bottom, width } = element.getBoundingClientRect();
      const frames = [
        element,
        element.closest("label"),
        element.nextElementSibling?.nextElementSibling ?? null,
      ];
      // A file input is visually hidden; the drop zone after it shows the focus. The parts of a date input are drawn by the
      // browser, which marks them itself.
      const drawn = frames.some(outlined) || element.matches("input[type=date]");
      const inSight = width <= 1 || (bottom > 0 && top < window.innerHeight);
      return drawn && inSight
        ? true
        : `${element.tagName} ${element.textContent || element.getAttribute("name")}`;
    });
  await expect.poll(seen).toBe(true);
}

/** Presses Tab until the target has the focus; the focus must be visible all the way. */
export async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 40; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await press(page, key);
    await focusIsVisible(page);
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await press(page, "ControlOrMeta+a");
  await page.keyboard.type(text);
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const button = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true });

/** Checks that the focus stays in the dialog in both Tab directions. */
export async function dialogHoldsFocus(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }));
  await expect(dialog).toBeVisible();
  const stations = await dialog.locator("a, button, input, select, textarea").count();
  const inside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(inside).toBe(true);
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let step = 0; step <= stations; step += 1) {
      await press(page, key);
      expect(await inside()).toBe(true);
      await focusIsVisible(page);
    }
  }
}
