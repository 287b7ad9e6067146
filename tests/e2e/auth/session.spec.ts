import { DEMO_PASSWORD, logInWithForm, watchConsole } from "../support";
import { expect, test } from "../test";
import { storedToken } from "./session-steps";

test("logout ends the session in all tabs, and Back shows no private data", async ({ page, context }) => {
  const errors = watchConsole(page);
  await logInWithForm(page, "startup@demo.example");
  await expect(page).toHaveURL(/\/dashboard$/);
  const otherTab = await context.newPage();
  await otherTab.goto("/dashboard/documents");
  await expect(otherTab).toHaveURL(/\/dashboard\/documents$/);
  await page.getByRole("button", { name: /My Account|account menu/i }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page.getByText("Logged out successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await expect(otherTab).toHaveURL(/\/login/);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  expect(errors).toEqual([]);
});

test("a rejected refresh ends the session in the browser, and the form retains the input", async ({
  page,
  context,
}) => {
  await logInWithForm(page, "rejected@demo.example");
  const name = page.getByRole("textbox", { name: "First Name" });
  await expect(name).toBeVisible();
  await name.fill("Typed before");
  await context.clearCookies();
  await page.evaluate(() => localStorage.setItem("accessToken", "an.expired.token"));
  // Any call detects it: here the draft, because the user is typing.
  await page.getByLabel("Surname").fill("And after");
  await expect(page.getByText("Your session has ended")).toBeVisible({ timeout: 30_000 });
  await expect(name).toHaveValue("Typed before");
  expect(await storedToken(page)).toBeNull();
  // Logging in again leaves the page and its input as they are.
  await page.getByRole("button", { name: "Log in again" }).click();
  const dialog = page.getByRole("dialog", { name: "Log in again" });
  await dialog.getByLabel("Your password").fill("not my password");
  await dialog.getByRole("button", { name: "Log in" }).click();
  await expect(dialog.getByText("Invalid email or password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(DEMO_PASSWORD);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Your session has ended")).toHaveCount(0);
  await expect(name).toHaveValue("Typed before");
  await expect(page).toHaveURL(/\/investor-verification/);
  expect(await storedToken(page)).not.toBeNull();
});

test("two tabs refresh once between them", async ({ page, context }) => {
  await logInWithForm(page, "startup@demo.example");
  const otherTab = await context.newPage();
  await otherTab.goto("/dashboard/documents");
  await expect(otherTab.getByRole("heading", { level: 1 })).toBeVisible();
  let refreshes = 0;
  context.on("request", (request) => {
    if (request.url().endsWith("/api/auth/refresh")) refreshes += 1;
  });
  // Closed for a moment: its reload could interrupt a refresh, which would then be repeated.
  await otherTab.goto("about:blank");
  await page.evaluate(() => localStorage.setItem("accessToken", "an.expired.token"));
  await Promise.all([page.reload(), otherTab.goto("/dashboard/documents")]);
  for (const tab of [page, otherTab]) {
    await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => storedToken(tab)).not.toBe("an.expired.token");
    await expect(tab.getByText("Your session has ended")).toHaveCount(0);
  }
  expect(refreshes).toBe(1);
});
