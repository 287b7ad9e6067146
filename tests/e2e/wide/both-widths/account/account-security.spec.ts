import { check } from "../../../axe";
import { fitsOn } from "../../../fits";
import { account, submitIndividual } from "../../../rest";
import { PASSWORD, logIn, watchConsole } from "../../../support";
import { expect, test } from "../../../test";

test("a user who waits for a decision opens account security from the menu", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  const user = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, user);
  await logIn(page, user.email, PASSWORD);
  await expect(page).toHaveURL(/\/verification-success/);
  await page.getByRole("button", { name: "My Account" }).click();
  await page.getByRole("menuitem", { name: "Account security" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Account security" })).toBeVisible();
  for (const name of [
    "Password",
    "Two-step login",
    "Devices",
    "Recent activity",
    "Your data",
    "Delete account",
  ])
    await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Recent activity" })).toContainText("Logged in");
  await check(page, "/account/security");
  await fitsOn(page);
  expect(errors).toEqual([]);
});
