import { check } from "../axe";
import { query } from "../database";
import { account } from "../rest";
import { PASSWORD, authenticate } from "../support";
import { expect, test } from "../test";

/** Account security before verification, and step-up (product 10.3). */

const proofIsOld = (email: string) =>
  query(
    "UPDATE sessions SET proved_at = now() - interval '16 minutes' WHERE user_id = (SELECT id FROM users WHERE email = $1)",
    [email],
  );

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
