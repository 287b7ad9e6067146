import { authenticate } from "../support";
import { expect, type Page } from "../test";

export const notice = (page: Page) =>
  page.getByRole("alert").filter({ hasText: /^You are now logged in as / });

/** The second user logs in in another tab, replacing the session of the first. */
export async function logInOver(page: Page, email: string, password?: string): Promise<void> {
  const tab = await page.context().newPage();
  await authenticate(tab, email, password);
  await tab.goto("/profile");
  await expect(notice(page)).toContainText(email);
  await expect(notice(tab)).toHaveCount(0);
}
