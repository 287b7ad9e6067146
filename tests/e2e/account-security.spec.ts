import { expect, test } from "./test";
import { check } from "./axe";
import { query } from "./database";
import { fitsOn } from "./fits";
import { account, submitIndividual } from "./rest";
import { PASSWORD, authenticate, logIn, watchConsole } from "./support";

/** Account security before verification, and step-up (product 10.3). */

const proofIsOld = (email: string) =>
  query(
    "UPDATE sessions SET proved_at = now() - interval '16 minutes' WHERE user_id = (SELECT id FROM users WHERE email = $1)",
    [email],
  );

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

test("an act that needs a fresh proof asks for the password and continues", async ({ page, baseURL }) => {
  const user = await account(baseURL!, "personal");
  await authenticate(page, user.email, PASSWORD);
  await page.goto("/account/security");
  await proofIsOld(user.email);
  const ask = page.getByRole("button", { name: "Ask for a copy of my data" });
  await ask.click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Confirm that it's you to continue")).toBeVisible();
  await ask.click();
  await dialog.getByLabel("Your password").fill("not my password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("That password is incorrect")).toBeVisible();
  await check(page, "step-up");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("We have received your request and sent you an email")).toBeVisible();
});
