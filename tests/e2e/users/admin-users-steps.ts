import { type Page } from "../test";

/** Manage Users: each action of the row menu with its dialog, the filters in the URL, and every state (product 2.11). */
export const row = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });

export async function act(page: Page, email: string, action: string): Promise<void> {
  await row(page, email)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}
