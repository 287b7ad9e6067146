import { readFile } from "node:fs/promises";
import { unzip } from "../../support/unzip";
import { open } from "../own-account";
import { numbersOf } from "../rest";
import { PASSWORD, watchConsole } from "../support";
import { expect, test } from "../test";

/** The user's own account in a browser: details, data export, deletion (product 10.8). Each test has its own account. */
test.describe.configure({ mode: "parallel" });

test("a copy of the data is requested, and downloaded when it is ready", async ({ page, baseURL }) => {
  const user = await open(page, baseURL!);
  await page.getByRole("button", { name: "Ask for a copy of my data" }).click();
  const button = page.getByRole("button", { name: "Download my data" });
  const waiting = page.getByRole("button", { name: "Check again" });
  // A job creates it within seconds.
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
  for (const value of [user.email, ...Object.values(numbersOf(user.email))]) expect(data).toContain(value);
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
  await expect(page.getByText("Your account has been deleted")).toBeVisible();
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
