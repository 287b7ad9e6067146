import { account } from "../rest";
import { PASSWORD, authenticate } from "../support";
import { expect, type Page } from "../test";

export const section = (page: Page) => page.getByRole("region", { name: "Two-step login" });

export const list = (page: Page) => section(page).getByRole("list", { name: "Passkeys" });

export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

export const usePasskey = (page: Page) => page.getByRole("button", { name: "Use a passkey" });

/** Adds a device with a fingerprint sensor. Returns a function that makes the next fingerprints fail or succeed. */
export async function addAuthenticator(page: Page): Promise<(isVerified: boolean) => Promise<void>> {
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
export async function openSecurity(page: Page, base: string) {
  const setVerified = await addAuthenticator(page);
  const { email } = await account(base, "personal");
  await authenticate(page, email, PASSWORD);
  await page.goto("/account/security#two-step");
  return { email, setVerified };
}

/** Adds the first passkey. Returns the recovery codes. */
export async function addFirst(page: Page): Promise<string[]> {
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

export async function logOut(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
}

export async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto("/login?callbackUrl=%2Faccount%2Fsecurity");
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
}
