import { expect, type Browser, type Page } from "../test";
import { logInWithForm, watchConsole } from "../support";

/** The main journey: a user applies, an administrator reviews, the user sees the decision. */
export async function asAdmin(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors = watchConsole(page);
  await logInWithForm(page, "admin@seedline.example");
  await expect(page).toHaveURL(/\/admin$/);
  await work(page);
  expect(errors).toEqual([]);
  await context.close();
}

export async function openInQueue(page: Page, email: string, role: "investor" | "startup"): Promise<void> {
  await page.goto(`/admin/verification?role=${role}`);
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  const view = page.getByRole("link", { name: /^View/ });
  await expect(view).toHaveCount(1);
  await view.click();
  await expect(page).toHaveURL(/\/admin\/verification\/[0-9a-f-]{36}/);
  await expect(page.getByRole("heading", { name: "User Verification" })).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
}
