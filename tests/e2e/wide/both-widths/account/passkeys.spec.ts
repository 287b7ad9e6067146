import {
  section,
  list,
  dialog,
  usePasskey,
  openSecurity,
  addFirst,
  logOut,
  givePassword,
} from "../../../account/passkeys-steps";
import { check } from "../../../axe";
import { query } from "../../../database";
import { fits } from "../../../fits";
import { PASSWORD } from "../../../support";
import { expect, test } from "../../../test";

/** Passkeys in a browser with a virtual authenticator: added, used at login and for step-up, removed. */
test.describe.configure({ mode: "parallel" });

test("step-up and the other dialogs take a passkey instead of the password", async ({ page, baseURL }) => {
  const { email } = await openSecurity(page, baseURL!);
  await addFirst(page);
  await query(
    "UPDATE sessions SET proved_at = now() - interval '16 minutes' WHERE user_id = (SELECT id FROM users WHERE email = $1)",
    [email],
  );
  await page.getByRole("button", { name: "Ask for a copy of my data" }).click();
  const proving = dialog(page, "Confirm it's you");
  await check(page, "step-up with a passkey");
  await proving.getByRole("button", { name: "Use a passkey" }).click();
  await expect(proving).toHaveCount(0);
  await expect(page.getByText("We have received your request and sent you an email")).toBeVisible();

  await section(page).getByRole("button", { name: "Get new recovery codes" }).click();
  await dialog(page, "Get new recovery codes?").getByRole("button", { name: "Use a passkey" }).click();
  const saving = dialog(page, "Save your recovery codes");
  await expect(saving.getByRole("listitem")).toHaveCount(10);
  await saving.getByRole("button", { name: "I have saved them" }).click();

  // The same device has one passkey per account.
  await section(page).getByRole("button", { name: "Add a passkey" }).click();
  const adding = dialog(page, "Add a passkey");
  await adding.getByRole("button", { name: "Use a passkey" }).click();
  await adding.getByRole("button", { name: "Create passkey" }).click();
  await expect(adding.getByText("This device already has a passkey for your account.")).toBeVisible();
});

test("a session that ended is opened again on the same page with password and passkey", async ({
  page,
  baseURL,
}) => {
  const { email } = await openSecurity(page, baseURL!);
  await addFirst(page);
  await query(
    "UPDATE sessions SET ended_at = now(), end_reason = 'revoked' WHERE user_id = (SELECT id FROM users WHERE email = $1)",
    [email],
  );
  await page.getByRole("button", { name: "Ask for a copy of my data" }).click();
  await page.getByRole("button", { name: "Log in again" }).click();
  const again = dialog(page, "Log in again");
  await again.getByLabel("Your password").fill(PASSWORD);
  await expect(usePasskey(page)).toHaveCount(0);
  await again.getByRole("button", { name: "Log in" }).click();
  await again.getByRole("button", { name: "Use a passkey" }).click();
  await expect(again).toHaveCount(0);
  await expect(page.getByText("Your session has ended")).toHaveCount(0);
  await expect(list(page).getByText("Last used on")).toBeVisible();
});

test("a recovery code logs in where the browser has no passkeys", async ({ page, browser, baseURL }) => {
  const { email } = await openSecurity(page, baseURL!);
  const codes = await addFirst(page);
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.addInitScript("delete window.PublicKeyCredential");
  const otherTab = await context.newPage();
  await givePassword(otherTab, email);
  await expect(otherTab.getByRole("heading", { name: "Enter a recovery code" })).toBeVisible();
  await expect(usePasskey(otherTab)).toHaveCount(0);
  await otherTab.getByRole("textbox", { name: "Recovery code" }).fill(codes[0]!);
  await otherTab.getByRole("button", { name: "Log in" }).click();
  await expect(otherTab).toHaveURL(/\/account\/security/);
  await section(otherTab).getByRole("button", { name: "Add a passkey" }).click();
  await expect(dialog(otherTab, "Add a passkey").getByText("This browser can't use passkeys")).toBeVisible();
  await context.close();
});

test("axe finds no serious violations, and everything fits on a phone", async ({
  page,
  baseURL,
  isMobile,
}) => {
  const checkScreen = async (what: string) => {
    await check(page, what);
    if (isMobile) await fits(page, what);
  };
  const { email, setVerified } = await openSecurity(page, baseURL!);
  await section(page).getByRole("button", { name: "Add a passkey" }).click();
  await checkScreen("adding a passkey, password");
  const adding = dialog(page, "Add a passkey");
  await adding.getByLabel("Your password").fill(PASSWORD);
  await adding.getByRole("button", { name: "Continue" }).click();
  await expect(adding.getByRole("button", { name: "Create passkey" })).toBeVisible();
  await checkScreen("adding a passkey, browser");
  await adding.getByRole("button", { name: "Create passkey" }).click();
  await dialog(page, "Save your recovery codes").getByRole("button", { name: "I have saved them" }).click();
  await expect(list(page).getByRole("listitem")).toHaveCount(1);
  await checkScreen("passkeys");
  await list(page)
    .getByRole("button", { name: /Remove/ })
    .click();
  await checkScreen("removing a passkey");
  await page.keyboard.press("Escape");
  await logOut(page);
  await givePassword(page, email);
  await expect(usePasskey(page)).toBeVisible();
  await checkScreen("log-in with a passkey");
  await setVerified(false);
  await usePasskey(page).click();
  await expect(page.getByText("No passkey was used. Try again, or use another method.")).toBeVisible();
  await checkScreen("log-in with a passkey, wrong");
});
