import { readFile } from "node:fs/promises";
import { numbersOf } from "./rest";
import { expect, test } from "./test";
import { unzip } from "../support/unzip";
import { check } from "./axe";
import { open, openSecondBrowser, region } from "./own-account";
import { PASSWORD, authenticate, watchConsole } from "./support";

/** The user's own account in a browser: details, data export, deletion (product 10.8). Each test has its own account. */
test.describe.configure({ mode: "parallel" });

test("name and phone change immediately, also in the header; the email address is read-only", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  await open(page, baseURL!);
  await expect(page.getByLabel("Email address")).toHaveAttribute("readonly");
  const save = page.getByRole("button", { name: "Save changes" });
  await expect(save).toBeDisabled();
  await page.getByLabel("Full name").fill("Z");
  await expect(page.getByText("Name must be at least 2 characters")).toBeVisible();
  await page.getByLabel("Full name").fill("Zainab Yusuf");
  await page.getByLabel("Phone number").fill("0809 876 5432");
  await save.click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await expect(page.getByRole("banner").getByText("ZY")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Full name")).toHaveValue("Zainab Yusuf");
  await expect(page.getByLabel("Phone number")).toHaveValue("8098765432");
  expect(errors).toEqual([]);
});

test("a failed save shows an error and retains the input", async ({ page, baseURL }) => {
  await open(page, baseURL!);
  await page.route("**/api/auth/updateMe", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByLabel("Full name").fill("Zainab Yusuf");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Failed to update profile")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Zainab Yusuf");
});

test("each section has an anchor", async ({ page, baseURL }) => {
  await open(page, baseURL!);
  for (const name of ["Your details", "Password", "Devices", "Your data", "Delete account"]) {
    await page
      .getByRole("navigation", { name: "On this page" })
      .getByRole("link", { name, exact: true })
      .click();
    await expect(region(page, name)).toBeInViewport();
  }
  await expect(page).toHaveURL(/\/profile#delete$/);
});

test("a copy of the data is asked for, and downloaded when it is ready", async ({ page, baseURL }) => {
  const user = await open(page, baseURL!);
  await page.getByRole("button", { name: "Ask for a copy of my data" }).click();
  const button = page.getByRole("button", { name: "Download my data" });
  const waiting = page.getByRole("button", { name: "Check again" });
  // A job makes it within seconds.
  await expect(async () => {
    await waiting.or(button).first().click({ trial: true });
    if (await waiting.isVisible()) await waiting.click();
    await expect(button).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  await expect(page.getByText("Your data has been downloaded")).toBeVisible();
  expect(file.suggestedFilename()).toMatch(/^my-data-[\d-]+\.zip$/);
  const files = unzip(await readFile(await file.path()));
  expect([...files.keys()]).toContain("submission-1/utilityBill-bill.jpg");
  const data = files.get("data.json")!.toString();
  for (const own of [user.email, ...Object.values(numbersOf(user.email))]) expect(data).toContain(own);
});

test("an account is deleted after confirmation, and the browser retains none of its data", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const user = await open(page, baseURL!);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete your account?" });
  await expect(dialog.getByText("This is permanent")).toBeVisible();
  await expect(dialog.getByText("What we keep")).toBeVisible();
  await expect(dialog.getByText("a sealed record of it for 5 years")).toBeVisible();
  const erase = dialog.getByRole("button", { name: "Delete my account" });
  await expect(erase).toBeDisabled();
  await dialog.getByLabel(/Type/).fill("delet");
  await expect(erase).toBeDisabled();
  await dialog.getByLabel(/Type/).fill("delete");

  await page.route("**/api/auth/deleteMe", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await erase.click();
  await expect(dialog.getByText("Failed to delete account")).toBeVisible();
  errors.length = 0;

  await erase.click();
  await expect(page.getByText("Your account is deleted")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Email address").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Invalid email or password").first()).toBeVisible();
  expect(errors).toEqual([]);
});

test("an administrator sees why the account cannot be deleted", async ({ page }) => {
  await authenticate(page, "admin@seedline.example");
  await page.goto("/profile");
  await expect(region(page, "Delete account")).toContainText("delete their own accounts");
  await expect(page.getByRole("button", { name: "Delete my account" })).toHaveCount(0);
});

test("axe finds no serious violations", async ({ page, baseURL, browser }) => {
  const user = await open(page, baseURL!);
  const other = await openSecondBrowser(browser, baseURL!, user.email);
  await page.reload();
  await check(page, "/profile");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Enter your password")).toBeVisible();
  await check(page, "/profile, wrong");
  for (const [button, role] of [
    ["Log out all other devices", "alertdialog"],
    ["Delete my account", "alertdialog"],
  ] as const) {
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole(role)).toBeVisible();
    await check(page, button);
    await page.keyboard.press("Escape");
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  await other.context().close();
  for (const name of ["", "/investments", "/transactions", "/documents", "/settings"]) {
    await page.goto(`/dashboard${name}`);
    await check(page, `/dashboard${name}`);
  }
});
