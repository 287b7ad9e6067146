import { openAccount } from "../own-account";
import { endSessions, reject } from "../rest";
import { PASSWORD } from "../support";
import { expect, test } from "../test";

test("rejected while the dashboard is open: the next page is the form with the reason", async ({
  page,
  baseURL,
}) => {
  const { email } = await openAccount(page, baseURL!, "startup", "approved");
  await expect(page).toHaveURL(/\/dashboard$/);
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link", { name: "Applications" })).toBeVisible();

  await reject(baseURL!, email, "The bill is too old.", "approved");
  await menu.getByRole("link", { name: "Applications" }).click();
  await expect(page).toHaveURL(/\/apply-for-funding$/);
  await expect(page.getByText("The bill is too old.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Applications" })).toHaveCount(0);

  await page.goBack();
  await expect(page).toHaveURL(/\/apply-for-funding$/);
  await expect(page.getByRole("heading", { name: "Hello, Ada" })).toHaveCount(0);
});

test("logged out elsewhere: Back and every link lead to the login, and no private data is shown", async ({
  page,
  baseURL,
}) => {
  const { email } = await openAccount(page, baseURL!, "personal", "approved");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/dashboard/documents");
  await expect(page.getByRole("heading", { name: "Documents" }).first()).toBeVisible();
  await page.goto("/plans");

  await endSessions(baseURL!, email);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await page.goto("/dashboard/documents");
  await expect(page).toHaveURL(/\/login\?callbackUrl=%2Fdashboard%2Fdocuments$/);
  await expect(page.getByText(email)).toHaveCount(0);

  // After the login the requested page opens.
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/dashboard\/documents$/);
});
