import { expect, test, type Page } from "./test";
import { check } from "./axe";
import { query } from "./database";
import { fits } from "./fits";
import { account } from "./rest";
import { PASSWORD, authenticate, mailTo, watchConsole } from "./support";

/** Passkeys in a browser with a virtual authenticator: added, used at login and for step-up, removed. */
test.describe.configure({ mode: "parallel" });

const section = (page: Page) => page.getByRole("region", { name: "Two-step login" });
const list = (page: Page) => section(page).getByRole("list", { name: "Passkeys" });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const usePasskey = (page: Page) => page.getByRole("button", { name: "Use a passkey" });

/** A device with a fingerprint sensor. Returns how to let the next fingerprints fail or succeed. */
async function addAuthenticator(page: Page): Promise<(isVerified: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  };
}

/** Opens the account security page of a new user with an authenticator. */
async function openSecurity(page: Page, base: string) {
  const setVerified = await addAuthenticator(page);
  const { email } = await account(base, "personal");
  await authenticate(page, email, PASSWORD);
  await page.goto("/account/security#two-step");
  return { email, setVerified };
}

/** Adds the first passkey. Returns the recovery codes. */
async function addFirst(page: Page): Promise<string[]> {
  await section(page).getByRole("button", { name: "Add a passkey" }).click();
  const adding = dialog(page, "Add a passkey");
  await adding.getByLabel("Your password").fill(PASSWORD);
  await adding.getByRole("button", { name: "Continue" }).click();
  await adding.getByRole("button", { name: "Create passkey" }).click();
  const saving = dialog(page, "Save your recovery codes");
  await expect(saving.getByRole("listitem")).toHaveCount(10);
  const codes = await saving.getByRole("listitem").allInnerTexts();
  await saving.getByRole("button", { name: "I have saved them" }).click();
  await expect(list(page).getByRole("listitem")).toHaveCount(1);
  return codes;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto("/login?callbackUrl=%2Faccount%2Fsecurity");
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
}

test("a passkey is added, logs in, and is removed", { tag: "@desktop" }, async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  const { email, setVerified } = await openSecurity(page, baseURL!);
  await expect(section(page).getByText("A passkey confirms that it's you")).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await addFirst(page);
  await expect(section(page).getByText("since")).toBeVisible();
  await expect(list(page).getByText("Not used yet")).toBeVisible();
  await expect(section(page).locator(":focus")).toHaveCount(1);
  await mailTo(email, /Two-step login is on/);
  await logOut(page);

  await givePassword(page, email);
  await expect(page.getByRole("heading", { name: "Confirm it's you" })).toBeVisible();
  await expect(usePasskey(page)).toBeFocused();
  await setVerified(false);
  await page.keyboard.press("Enter");
  await expect(page.getByText("No passkey was used. Try again, or use another way.")).toBeVisible();
  await setVerified(true);
  await usePasskey(page).click();
  await expect(page).toHaveURL(/\/account\/security/);
  await expect(list(page).getByText("Last used on")).toBeVisible();

  await list(page)
    .getByRole("button", { name: /Remove/ })
    .click();
  const removing = dialog(page, "Remove this passkey?");
  await expect(removing.getByText("Without it two-step login is off")).toBeVisible();
  await removing.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Two-step login is off", { exact: true })).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await mailTo(email, /Two-step login is off/);
  await logOut(page);
  await givePassword(page, email);
  await expect(page).toHaveURL(/\/account\/security/);
  expect(errors).toEqual([]);
});

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
  const other = await context.newPage();
  await givePassword(other, email);
  await expect(other.getByRole("heading", { name: "Enter a recovery code" })).toBeVisible();
  await expect(usePasskey(other)).toHaveCount(0);
  await other.getByRole("textbox", { name: "Recovery code" }).fill(codes[0]!);
  await other.getByRole("button", { name: "Log in" }).click();
  await expect(other).toHaveURL(/\/account\/security/);
  await section(other).getByRole("button", { name: "Add a passkey" }).click();
  await expect(dialog(other, "Add a passkey").getByText("This browser can't use passkeys")).toBeVisible();
  await context.close();
});

test("axe finds no serious violations, and all fits on a phone", async ({ page, baseURL, isMobile }) => {
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
  await expect(page.getByText("No passkey was used. Try again, or use another way.")).toBeVisible();
  await checkScreen("log-in with a passkey, wrong");
});
