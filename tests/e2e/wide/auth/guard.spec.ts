import { newCompany } from "../../company";
import { openAccount } from "../../own-account";
import { approve, changeRole, endSessions, reject, submitIndividual } from "../../rest";
import { fillBio } from "../../support";
import { expect, test } from "../../test";

/** The state of an account changes while a page is open: the next view obeys the guard (product 2.2). */
test.skip(({ isMobile }) => isMobile, "The guard is the same on every screen.");

test("approved while waiting: the next view is the dashboard, and Back does not open the form", async ({
  page,
  baseURL,
}) => {
  const { email } = await openAccount(page, baseURL!, "personal", "waiting");
  await expect(page).toHaveURL(/\/verification-success$/);
  await page.goto("/about");
  await page.goto("/verification-success");
  await expect(page.getByRole("heading", { name: "We have received your verification" })).toBeVisible();

  await approve(baseURL!, email);
  await page.getByRole("button", { name: "Check for a decision" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("heading", { name: "Hello, Ada" })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("We have received your verification")).toHaveCount(0);
});

test("rejected while on a public page: Back does not restore the dashboard from the cache", async ({
  page,
  baseURL,
}) => {
  const { email } = await openAccount(page, baseURL!, "personal", "approved");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole("link", { name: "Seedline, home" }).click();
  await expect(page.getByRole("heading", { name: "How it works" })).toBeVisible();
  await reject(baseURL!, email, "The bill is too old.", "approved");
  await page.goBack();
  await expect(page).toHaveURL(/\/investor-verification$/);
  await expect(page.getByText("The bill is too old.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Hello, Ada" })).toHaveCount(0);
});

test("role changed while the form is half filled: neither data nor fields of the old form are sent or shown", async ({
  page,
  baseURL,
}) => {
  const { email } = await openAccount(page, baseURL!, "startup");
  await expect(page).toHaveURL(/\/apply-for-funding$/);
  await fillBio(page, email, { startup: true });

  await changeRole(baseURL!, email, "investor");
  await page.reload();
  await expect(page).toHaveURL(/\/investor-type$/);
  await expect(page.getByRole("button", { name: /Personal Investor/ })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/\/apply-for-funding/);
  await page.goto("/apply-for-funding");
  await expect(page).toHaveURL(/\/investor-type$/);

  await page.getByRole("button", { name: /Corporate Investor/ }).click();
  await expect(page).toHaveURL(/\/corporate-verification$/);
  await expect(page.getByLabel("Company Name")).toHaveValue("");
  await expect(page.getByText("1 Sample Street, Ikeja")).toHaveCount(0);
});

test("role changed while a corporate form is half filled: the submission is rejected and the user is redirected", async ({
  page,
  baseURL,
}) => {
  const email = await newCompany(page, baseURL!);
  await page.getByLabel("Company Name").fill("Baobab Foods Limited");
  await changeRole(baseURL!, email, "startup");
  // The logo leaves the page; the application uses the new profile.
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/apply-for-funding$/);
  await expect(page.getByRole("heading", { name: "Apply for Startup Funding" })).toBeVisible();
  await page.goto("/corporate-verification");
  await expect(page).toHaveURL(/\/apply-for-funding$/);
  await expect(page.getByLabel("Company Name")).toHaveCount(0);
});

test("logged out elsewhere while a page is open: the next link of the menu leads to the login", async ({
  page,
  baseURL,
}) => {
  const { email } = await openAccount(page, baseURL!, "personal", "approved");
  await expect(page).toHaveURL(/\/dashboard$/);
  await endSessions(baseURL!, email);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Investments" }).click();
  await expect(page).toHaveURL(/\/login\?callbackUrl=%2Fdashboard%2Finvestments$/);
  await expect(page.getByText("Hello, Ada")).toHaveCount(0);
});

test("logged out elsewhere: Back within the application restores no page from the cache", async ({
  page,
  baseURL,
}) => {
  const { email } = await openAccount(page, baseURL!, "personal", "approved");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Documents" }).click();
  await expect(page).toHaveURL(/\/dashboard\/documents$/);
  await endSessions(baseURL!, email);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText("Hello, Ada")).toHaveCount(0);
});

test("a role chosen in one window redirects the other one", async ({ page, context, baseURL }) => {
  const user = await openAccount(page, baseURL!, "none");
  await expect(page).toHaveURL(/\/choose-profile$/);
  const otherTab = await context.newPage();
  await otherTab.goto("/choose-profile");
  await page.getByRole("button", { name: /I want to invest/ }).click();
  await page.getByRole("button", { name: /Personal Investor/ }).click();
  await expect(page).toHaveURL(/\/investor-verification$/);
  await submitIndividual(baseURL!, user);
  // The other window's outdated choice is rejected, and the window redirects, unless it has already done so.
  await otherTab
    .getByRole("button", { name: /I need funding/ })
    .click({ timeout: 5_000 })
    .catch(() => otherTab.reload());
  await expect(otherTab).toHaveURL(/\/verification-success$/);
  await page.reload();
  await expect(page).toHaveURL(/\/verification-success$/);
});
