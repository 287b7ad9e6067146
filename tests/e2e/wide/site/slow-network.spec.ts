import { expect, test, type Page } from "../../test";
import { authenticate, watchConsole } from "../../support";

/** Dialogs and menus on a connection that is slow or breaks (ADR 22). */

/** Blocks all scripts until the returned function is called. */
async function hold(page: Page): Promise<() => void> {
  const line = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", (route) => line.promise.then(() => route.continue()));
  return line.resolve;
}

test("dialogs and menus of a signed-in page need no further script", async ({ page, isMobile }) => {
  const errors = watchConsole(page);
  await authenticate(page, "investor@demo.example");
  await page.goto("/profile");
  const button = page.getByRole("button", { name: "Delete my account" });
  await expect(button).toBeEnabled();
  const account = page.getByRole("button", { name: "My Account", exact: true });
  await expect(account).toBeVisible();
  await page.route("**/_next/static/**/*.js", (route) => route.abort());

  await button.click();
  const dialog = page.getByRole("alertdialog", { name: "Delete your account?" });
  const first = isMobile
    ? dialog.getByRole("button", { name: "Keep my account" })
    : dialog.getByRole("textbox").first();
  await expect(first).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();

  await account.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();
  expect(errors).toEqual([]);
});

test("the consultation form is loaded on demand, with a busy button meanwhile", async ({ page }) => {
  await page.goto("/contact");
  const button = page.getByRole("button", { name: "Schedule a Consultation" }).first();
  await expect(button).toBeEnabled();
  const release = await hold(page);
  await button.dblclick();
  await expect(page.locator("main button[aria-busy=true]")).toBeVisible();
  release();
  await expect(page.getByRole("dialog", { name: "Schedule a Consultation" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("a failed connection is reported, and the same button works once it is back", async ({ page }) => {
  await page.goto("/contact");
  const button = page.getByRole("button", { name: "Schedule a Consultation" }).first();
  await expect(button).toBeEnabled();
  await page.route("**/_next/static/**/*.js", (route) => route.abort());
  await button.click();
  await expect(page.getByText("We couldn't load this. Check your connection and try again.")).toBeVisible();
  await page.unroute("**/_next/static/**/*.js");
  await button.click();
  await expect(page.getByRole("dialog", { name: "Schedule a Consultation" })).toBeVisible();
});
