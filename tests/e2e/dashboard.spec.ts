import { expect, test } from "./test";
import { open } from "./own-account";
import { watchConsole } from "./support";

/** The dashboard of an approved user in a browser: state, documents, settings (product 10.8). Each test has its own account. */
test.describe.configure({ mode: "parallel" });

test("the dashboard shows the current state and links to its pages", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  await open(page, baseURL!, "/dashboard");
  await expect(page.getByText(/Approved on \d+ \w+ \d{4}/)).toBeVisible();
  await expect(page.getByText("Your verification was approved")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Newest plans" })).toBeVisible();
  await page.getByRole("link", { name: "Compare plans" }).click();
  await expect(page).toHaveURL(/\/dashboard\/investments$/);
  await expect(page.getByRole("heading", { name: "No investments yet" })).toBeVisible();
  await page.goto("/dashboard/transactions");
  await expect(page.getByRole("heading", { name: "No transactions yet" })).toBeVisible();
  await page.getByRole("link", { name: "See investment plans" }).click();
  await expect(page).toHaveURL(/\/dashboard\/investments$/);
  expect(errors).toEqual([]);
});

test("a startup's dashboard shows what to prepare, and no plans", async ({ page, baseURL }) => {
  await open(page, baseURL!, "/dashboard", "startup");
  await expect(page.getByRole("heading", { name: "What to prepare" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Newest plans" })).toHaveCount(0);
  await page.goto("/dashboard/applications");
  await page.getByRole("link", { name: "What to prepare" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("the user's documents open in place", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  await open(page, baseURL!, "/dashboard/documents");
  await expect(page.getByText(/^Approved, /)).toHaveCount(3);
  await page.getByRole("button", { name: "View Passport Photo" }).click();
  const photo = page.getByRole("dialog", { name: "Passport photo" });
  await expect(photo.getByRole("img", { name: "Passport photo" })).toBeVisible();
  await photo.getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "View ID Document" }).click();
  await expect(page.getByRole("dialog", { name: "ID Document" }).locator("iframe")).toBeVisible();
  expect(errors).toEqual([]);
});

test("settings are stored on this device and applied in other tabs", async ({ page, context, baseURL }) => {
  await open(page, baseURL!, "/dashboard/settings");
  const other = await context.newPage();
  await other.goto("/dashboard/settings");
  const swipe = page.getByRole("switch", { name: "Swipe between pages" });
  await expect(swipe).not.toBeChecked();
  await swipe.check();
  expect(await page.evaluate(() => localStorage.getItem("enableSwipeNavigation"))).toBe("true");
  await expect(other.getByRole("switch", { name: "Swipe between pages" })).toBeChecked();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(other.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.reload();
  await expect(swipe).toBeChecked();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.getByRole("radio", { name: "System" }).check();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});

test("the selected appearance is applied before the first paint, on every page", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  await page.emulateMedia({ colorScheme: "light" });
  // Reads the theme when the body appears, which is before the first paint.
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.body) return;
      seen.disconnect();
      (window as { firstTheme?: string | undefined }).firstTheme = document.documentElement.dataset["theme"];
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await open(page, baseURL!, "/dashboard/settings");
  await page.getByRole("radio", { name: "Dark" }).check();
  for (const path of ["/profile", "/dashboard", "/", "/plans", "/nothing"]) {
    await page.goto(path);
    expect([path, await page.evaluate(() => (window as { firstTheme?: string }).firstTheme)]).toEqual([
      path,
      "dark",
    ]);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  }
  expect(errors.filter((error) => !/404/.test(error))).toEqual([]);
});
