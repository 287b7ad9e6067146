import { ROLE_KEY } from "@/lib/pages/head-script";
import { expect, test } from "../../test";
import { open } from "../../own-account";
import { account, approve, reject, submitIndividual } from "../../rest";
import { authenticate, hasPdfViewer, PASSWORD, watchConsole } from "../../support";

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
  // The page of a plan is the same for all visitors; it offers a startup no investment.
  await page.waitForFunction((key) => localStorage.getItem(key) === "startup", ROLE_KEY);
  await page.goto("/plans/agriculture-growth");
  await expect(page.getByRole("heading", { level: 1, name: "Agriculture Growth" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Invest in this plan" })).toHaveCount(0);
});

test("a startup's applications have their state, dates, reason, documents and next step", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const user = await account(baseURL!, "startup");
  await submitIndividual(baseURL!, user);
  await reject(baseURL!, user.email, "The photo is blurred.");
  await submitIndividual(baseURL!, user);
  await approve(baseURL!, user.email);
  await authenticate(page, user.email, PASSWORD);
  await page.goto("/dashboard/applications");
  await expect(page.getByRole("heading", { name: "No applications yet" })).toHaveCount(0);
  const region = page.getByRole("region", { name: "Your application", exact: true });
  await expect(region.getByText("Approved", { exact: true })).toBeVisible();
  for (const label of ["Submitted", "Decided"])
    await expect(region.getByText(label, { exact: true }).locator("+ dd")).toHaveText(/^\d+ \w+ \d{4}$/);
  await expect(region.getByRole("link", { name: "Contact our team" })).toBeVisible();
  await region.getByRole("button", { name: "View Passport photo" }).click();
  const photo = page.getByRole("dialog", { name: "Passport photo" });
  await expect(photo.getByRole("img", { name: "Passport photo" })).toBeVisible();
  await photo.getByRole("button", { name: "Close" }).first().click();
  const earlier = page.getByRole("region", { name: "An earlier application" });
  await expect(earlier.getByText("Not approved", { exact: true })).toBeVisible();
  await expect(earlier.getByText("The photo is blurred.")).toBeVisible();
  await expect(earlier.getByText("You have sent a newer application.")).toBeVisible();
  await expect(earlier.getByRole("button", { name: "View Passport photo" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("without an application, a startup is shown what to prepare", async ({ page, baseURL }) => {
  const user = await account(baseURL!, "startup");
  await approve(baseURL!, user.email);
  await authenticate(page, user.email, PASSWORD);
  await page.goto("/dashboard/applications");
  await expect(page.getByRole("heading", { name: "No applications yet" })).toBeVisible();
  await page.getByRole("link", { name: "What to prepare" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("the user's documents open in place", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  await hasPdfViewer(page, true);
  await open(page, baseURL!, "/dashboard/documents");
  await expect(page.getByText(/^Approved, /)).toHaveCount(3);
  await page.getByRole("button", { name: "View Passport photo" }).click();
  const photo = page.getByRole("dialog", { name: "Passport photo" });
  await expect(photo.getByRole("img", { name: "Passport photo" })).toBeVisible();
  await photo.getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "View ID document" }).click();
  await expect(page.getByRole("dialog", { name: "ID document" }).locator("iframe")).toBeVisible();
  expect(errors).toEqual([]);
});

test("a PDF opens outside the page if the browser cannot show it inline", async ({
  page,
  context,
  baseURL,
}) => {
  await hasPdfViewer(page, false);
  await open(page, baseURL!, "/dashboard/documents");
  await page.getByRole("button", { name: "View ID document" }).click();
  const dialog = page.getByRole("dialog", { name: "ID document" });
  await expect(dialog.getByText("Your browser opens PDFs outside this page.")).toBeVisible();
  const link = dialog.getByRole("link", { name: "Open PDF" });
  const answer = await context.request.get((await link.getAttribute("href"))!);
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  await expect(dialog.locator("iframe")).toHaveCount(0);
});

test("settings are stored on this device and applied in other tabs", async ({ page, context, baseURL }) => {
  await open(page, baseURL!, "/dashboard/settings");
  const otherTab = await context.newPage();
  await otherTab.goto("/dashboard/settings");
  const swipe = page.getByRole("switch", { name: "Swipe between pages" });
  await expect(swipe).not.toBeChecked();
  await swipe.check();
  expect(await page.evaluate(() => localStorage.getItem("enableSwipeNavigation"))).toBe("true");
  await expect(otherTab.getByRole("switch", { name: "Swipe between pages" })).toBeChecked();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(otherTab.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(otherTab.getByRole("radio", { name: "Dark" })).toBeChecked();
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
  // Reads the theme when the body appears, before the first paint.
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
