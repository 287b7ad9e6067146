import { open, openSecondBrowser, region } from "../../own-account";
import { PASSWORD, logInWithForm, mailTo, watchConsole } from "../../support";
import { expect, test } from "../../test";

/** Password and devices of the user's own account in a browser (product 10.8). Each test has its own account. */
test.describe.configure({ mode: "parallel" });

const NEW_PASSWORD = "another Long pass-phrase 8";

test("a new password ends the other browser's session and continues this one", async ({
  page,
  baseURL,
  browser,
}) => {
  const errors = watchConsole(page);
  const user = await open(page, baseURL!);
  const otherBrowser = await openSecondBrowser(browser, baseURL!, user.email);
  const current = page.getByLabel("Current password");
  const next = page.getByLabel("New password");

  await current.fill("not my password");
  await next.fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("That password is incorrect")).toBeVisible();
  await expect(current).toBeFocused();
  await expect(current).toHaveAttribute("aria-invalid", "true");

  await current.fill(PASSWORD);
  await next.fill("password123");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("This password is too common")).toBeVisible();

  await next.fill(NEW_PASSWORD);
  await region(page, "Password").getByRole("button", { name: "Show" }).last().click();
  await expect(next).toHaveAttribute("type", "text");
  const before = await page.evaluate(() => localStorage.getItem("accessToken"));
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed. Your other devices are logged out.")).toBeVisible();
  await expect(current).toHaveValue("");
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).not.toBe(before);
  await mailTo(user.email, /password was changed/);

  await otherBrowser.goto("/dashboard");
  await expect(otherBrowser).toHaveURL(/\/login/);
  await otherBrowser.context().close();

  // Calls and pages still work.
  await page.getByLabel("Full name").fill("Zainab Yusuf");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Hello, Zainab" })).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await logInWithForm(page, user.email, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/dashboard/);
  expect(errors).toEqual([]);
});

test("a page whose session was ended elsewhere says so on the next action", async ({
  page,
  baseURL,
  browser,
}) => {
  const user = await open(page, baseURL!);
  const otherBrowser = await openSecondBrowser(browser, baseURL!, user.email);
  await otherBrowser.goto("/profile");
  await otherBrowser.getByRole("button", { name: "Log out all other devices" }).click();
  await otherBrowser.getByRole("button", { name: "Log out other devices" }).click();
  await expect(otherBrowser.getByText("You are not logged in anywhere else.")).toBeVisible();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your session has ended")).toBeVisible();
  await otherBrowser.context().close();
});
