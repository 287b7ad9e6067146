import { open, openSecondBrowser, region } from "../own-account";
import { call } from "../rest";
import { PASSWORD, logInWithForm } from "../support";
import { expect, test } from "../test";

/** Password and devices of the user's own account in a browser (product 10.8). Each test has its own account. */
test.describe.configure({ mode: "parallel" });

test("one device is logged out from another, then all the others", async ({ page, baseURL, browser }) => {
  const user = await open(page, baseURL!);
  // The API calls that created the account opened a session too.
  await call(baseURL!, "POST", "/api/auth/logout", user.token);
  const phone = await openSecondBrowser(browser, baseURL!, user.email);
  await page.reload();
  const devices = region(page, "Devices");
  await expect(devices.getByText("This device")).toHaveCount(1);
  await devices.getByRole("button", { name: "Log out Safari on iPhone" }).click();
  await expect(page.getByText("Logged out: Safari on iPhone")).toBeVisible();
  await expect(devices.getByText("Safari on iPhone")).toHaveCount(0);
  await phone.goto("/dashboard");
  await expect(phone).toHaveURL(/\/login/);

  await logInWithForm(phone, user.email, PASSWORD);
  const third = await openSecondBrowser(browser, baseURL!, user.email);
  await page.reload();
  await expect(devices.getByRole("listitem")).toHaveCount(3);
  await devices.getByRole("button", { name: "Log out all other devices" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Log out 2 other devices?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(3);
  await devices.getByRole("button", { name: "Log out all other devices" }).click();
  await dialog.getByRole("button", { name: "Log out other devices" }).click();
  await expect(page.getByText("You are not logged in anywhere else.")).toBeVisible();
  for (const otherPage of [phone, third]) {
    await otherPage.goto("/dashboard");
    await expect(otherPage).toHaveURL(/\/login/);
    await otherPage.context().close();
  }
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/dashboard$/);
});
