import { appCode, wrongCode } from "../../support/two-step";
import { PASSWORD, logIn, mailTo, watchConsole } from "../support";
import { expect, test } from "../test";
import { section, codeField, dialog, openProfile, setUp, logOut, givePassword } from "./two-step-steps";

/** Two-step login in a browser: set up, used, turned off. Each test has its own account. */
test.describe.configure({ mode: "parallel" });

test(
  "is set up with an app, required at login, and turned off",
  { tag: "@desktop" },
  async ({ page, baseURL }) => {
    const errors = watchConsole(page);
    const email = await openProfile(page, baseURL!);
    const { secret, codes } = await setUp(page);
    // The button that opened the dialog is gone; the focus stays in the section.
    await expect(section(page).locator(":focus")).toHaveCount(1);
    await mailTo(email, /Two-step login is on/);
    await logOut(page);

    // The requested page is remembered through both steps.
    await givePassword(page, email, "/login?callbackUrl=%2Fprofile");
    await expect(codeField(page)).toBeFocused();
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("Enter the 6-digit code")).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await codeField(page).fill(wrongCode(secret));
    await page.keyboard.press("Enter");
    await expect(page.getByText("That code is wrong or has already been used")).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveAttribute("aria-invalid", "true");
    await codeField(page).fill(appCode(secret, 1));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/profile$/);

    await section(page).getByRole("button", { name: "Turn off" }).click();
    const off = dialog(page, "Turn off two-step login?");
    await off.getByRole("button", { name: "Turn off" }).click();
    await expect(off.getByText("Enter your password")).toBeVisible();
    await off.getByLabel("Your password").fill("not my password");
    await off.getByRole("button", { name: "Use a recovery code instead" }).click();
    await off.getByRole("textbox", { name: "Recovery code" }).fill(codes[9]!);
    await off.getByRole("button", { name: "Turn off" }).click();
    await expect(off.getByText("That password is incorrect")).toBeVisible();
    await off.getByLabel("Your password").fill(PASSWORD);
    await off.getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByText("Two-step login is off")).toBeVisible();
    await expect(section(page).getByRole("button", { name: "Set up two-step login" })).toBeVisible();
    await mailTo(email, /Two-step login is off/);

    await logOut(page);
    await logIn(page, email, PASSWORD);
    await expect(page).toHaveURL(/\/dashboard/);
    expect(errors).toEqual([]);
  },
);
