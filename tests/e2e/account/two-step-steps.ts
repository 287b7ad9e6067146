import { appCode } from "../../support/two-step";
import { open } from "../own-account";
import { PASSWORD } from "../support";
import { expect, type Page } from "../test";

export const section = (page: Page) => page.getByRole("region", { name: "Two-step login" });

export const codeField = (page: Page) => page.getByRole("textbox", { name: "6-digit code" });

export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Opens the profile of an approved user. Returns the email address. */
export const openProfile = async (page: Page, base: string) =>
  (await open(page, base, "/profile#two-step", "startup")).email;

/** Sets up two-step login as a user does. Returns the key for the app and the recovery codes. */
export async function setUp(page: Page, password = PASSWORD): Promise<{ secret: string; codes: string[] }> {
  await section(page).getByRole("button", { name: "Set up two-step login" }).click();
  const setting = dialog(page, "Set up two-step login");
  await setting.getByLabel("Your password").fill(password);
  await setting.getByRole("button", { name: "Continue" }).click();
  await expect(setting.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expect(setting.getByText("we log you out on your other devices")).toBeVisible();
  const secret = (await setting.getByRole("code").innerText()).replace(/\s/g, "");
  await codeField(page).fill(appCode(secret));
  await setting.getByRole("button", { name: "Turn on" }).click();
  const saving = dialog(page, "Save your recovery codes");
  const listed = saving.getByRole("listitem");
  await expect(listed).toHaveCount(10);
  const codes = await listed.allInnerTexts();
  await saving.getByRole("button", { name: "I have saved them" }).click();
  await expect(section(page).getByText("10 of 10 recovery codes left")).toBeVisible();
  return { secret, codes };
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
}

/** Completes the first step of the login, up to the code. */
export async function givePassword(page: Page, email: string, path = "/login"): Promise<void> {
  await page.goto(path);
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
}
