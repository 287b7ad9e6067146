import { button, focusIsVisible, press, tabTo, type } from "../keyboard";
import { expect, type Locator, type Page } from "../test";

/** A searchable select: a few letters, and Enter selects the best match. */
export async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  const field = page.getByRole("combobox", { name: label, exact: true });
  await type(page, field, typed);
  await expect(page.getByRole("option", { name: option, exact: true })).toBeVisible();
  await press(page, "Enter");
  await expect(field).toHaveValue(option);
}

/** Presses Next; the next step starts with the focus on its heading. */
export async function goOn(page: Page, heading: string): Promise<void> {
  await tabTo(page, button(page, "Next"));
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name: heading, exact: true })).toBeFocused();
}

/** Presses Next or Submit on an invalid step; the first invalid field has the focus. */
export async function refused(page: Page, action: string, first: Locator): Promise<void> {
  await tabTo(page, button(page, action));
  await press(page, "Enter");
  await expect(first).toBeFocused();
  await expect(first).toHaveAttribute("aria-invalid", "true");
  await focusIsVisible(page);
}
