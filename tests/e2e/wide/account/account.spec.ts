import { check } from "../../axe";
import { open, openSecondBrowser, region } from "../../own-account";
import { authenticate, watchConsole } from "../../support";
import { expect, test } from "../../test";

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

test("an administrator sees why the account cannot be deleted", async ({ page }) => {
  await authenticate(page, "admin@seedline.example");
  await page.goto("/profile");
  await expect(region(page, "Delete account")).toContainText("delete their own accounts");
  await expect(page.getByRole("button", { name: "Delete my account" })).toHaveCount(0);
});

test("axe finds no serious violations", async ({ page, baseURL, browser }) => {
  const user = await open(page, baseURL!);
  const otherBrowser = await openSecondBrowser(browser, baseURL!, user.email);
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
  await otherBrowser.context().close();
  for (const name of ["", "/investments", "/transactions", "/documents", "/settings"]) {
    await page.goto(`/dashboard${name}`);
    await check(page, `/dashboard${name}`);
  }
});
