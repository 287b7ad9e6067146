import { readFile } from "node:fs/promises";
import path from "node:path";
import { startServer } from "../../../../support/server";
import { appCode, wrongCode } from "../../../../support/two-step";
import {
  section,
  codeField,
  dialog,
  openProfile,
  setUp,
  logOut,
  givePassword,
} from "../../../account/two-step-steps";
import { check } from "../../../axe";
import { fits } from "../../../fits";
import { call } from "../../../rest";
import { DEMO_PASSWORD, PASSWORD, authenticate, freshEmail, logIn, watchConsole } from "../../../support";
import { expect, test } from "../../../test";

/** Two-step login in a browser: set up, used, turned off. Each test has its own account. */
test.describe.configure({ mode: "parallel" });

test(
  "a recovery code logs in once, and new codes replace the others",
  { tag: "@desktop" },
  async ({ page, baseURL }) => {
    const email = await openProfile(page, baseURL!);
    const { secret, codes } = await setUp(page);
    await logOut(page);

    const enterRecovery = async (code: string) => {
      await givePassword(page, email);
      await page.getByRole("button", { name: "Use a recovery code instead" }).click();
      await expect(page.getByRole("heading", { name: "Enter a recovery code" })).toBeVisible();
      await expect(page.getByRole("textbox", { name: "Recovery code" })).toBeFocused();
      await page.getByRole("textbox", { name: "Recovery code" }).fill(code);
      await page.getByRole("button", { name: "Log in" }).click();
    };
    await enterRecovery(codes[0]!.toLowerCase());
    await expect(page).toHaveURL(/\/dashboard/);
    await page.goto("/profile");
    await expect(section(page).getByText("9 of 10 recovery codes left")).toBeVisible();

    await section(page).getByRole("button", { name: "Get new recovery codes" }).click();
    const renewing = dialog(page, "Get new recovery codes?");
    await renewing.getByRole("button", { name: "Get new codes" }).click();
    await expect(renewing.getByText("Enter your password")).toBeVisible();
    await expect(renewing.getByText("Enter the 6-digit code", { exact: true })).toBeVisible();
    await expect(renewing.getByLabel("Your password")).toBeFocused();
    await check(page, "renewing, nothing typed");
    await renewing.getByLabel("Your password").fill(PASSWORD);
    await codeField(page).fill(wrongCode(secret));
    await renewing.getByRole("button", { name: "Get new codes" }).click();
    await expect(renewing.getByText("That code is wrong or has already been used")).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await codeField(page).fill(appCode(secret, 1));
    await renewing.getByRole("button", { name: "Get new codes" }).click();
    const saving = dialog(page, "Save your recovery codes");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      saving.getByRole("button", { name: "Download" }).click(),
    ]);
    const saved = await readFile(await file.path(), "utf8");
    const fresh = await saving.getByRole("listitem").allInnerTexts();
    expect(fresh).toHaveLength(10);
    for (const code of fresh) expect(saved).toContain(code);
    expect(saved).toContain(email);
    // Unsaved codes could lock the user out, so Escape does not close the dialog.
    await page.keyboard.press("Escape");
    await saving.getByRole("button", { name: "I have saved them" }).click();
    await expect(saving).toHaveCount(0);
    await expect(section(page).getByText("10 of 10 recovery codes left")).toBeVisible();
    await logOut(page);

    await enterRecovery(codes[1]!);
    await expect(page.getByText("That code is wrong or has already been used")).toBeVisible();
    await page.getByRole("textbox", { name: "Recovery code" }).fill(fresh[1]!);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/dashboard/);
  },
);

test(
  "the user can go back to the password, back to the app code, and cancel the setup",
  { tag: "@desktop" },
  async ({ page, baseURL }) => {
    const email = await openProfile(page, baseURL!);
    await section(page).getByRole("button", { name: "Set up two-step login" }).click();
    const setting = dialog(page, "Set up two-step login");
    await setting.getByRole("button", { name: "Continue" }).click();
    await expect(setting.getByText("Enter your password")).toBeVisible();
    await setting.getByLabel("Your password").fill("not my password");
    await setting.getByRole("button", { name: "Continue" }).click();
    await expect(setting.getByText("That password is incorrect")).toBeVisible();
    await setting.getByLabel("Your password").fill(PASSWORD);
    await setting.getByRole("button", { name: "Continue" }).click();
    await codeField(page).fill("12345");
    await setting.getByRole("button", { name: "Turn on" }).click();
    await expect(setting.getByText("Enter the 6-digit code", { exact: true })).toBeVisible();
    await setting.getByRole("button", { name: "Cancel" }).click();
    await expect(setting).toHaveCount(0);
    await logOut(page);
    await authenticate(page, email, PASSWORD);

    await page.goto("/profile");
    const { secret } = await setUp(page);
    await logOut(page);
    await givePassword(page, email);
    await page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await page.getByRole("button", { name: "Use your authenticator app instead" }).click();
    await expect(codeField(page)).toBeFocused();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "Email address" })).toHaveValue(email);
    const password = page.getByRole("textbox", { name: "Password", exact: true });
    await expect(password).toHaveValue(PASSWORD);
    await expect(password).toBeFocused();
    await page.keyboard.press("Enter");
    // Pasted with a space, as apps show it.
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.insertText(appCode(secret, 1).replace(/^.{3}/, "$& "));
    await expect(codeField(page)).toHaveValue(/^\d{6}$/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/dashboard/);
  },
);

test("axe finds no serious violations, and everything fits on a phone", async ({
  page,
  baseURL,
  isMobile,
}) => {
  const checkScreen = async (what: string) => {
    await check(page, what);
    if (isMobile) await fits(page, what);
  };
  const email = await openProfile(page, baseURL!);
  await checkScreen("two-step sign-in, off");
  await section(page).getByRole("button", { name: "Set up two-step login" }).click();
  const setting = dialog(page, "Set up two-step login");
  await setting.getByLabel("Your password").fill(PASSWORD);
  await checkScreen("setting up, password");
  await setting.getByRole("button", { name: "Continue" }).click();
  const secret = (await setting.getByRole("code").innerText()).replace(/\s/g, "");
  await setting.getByRole("button", { name: "Turn on" }).click();
  await expect(setting.getByText("Enter the 6-digit code", { exact: true })).toBeVisible();
  await checkScreen("setting up, app, wrong");
  await codeField(page).fill(appCode(secret));
  await setting.getByRole("button", { name: "Turn on" }).click();
  const saving = dialog(page, "Save your recovery codes");
  await expect(saving).toBeVisible();
  await checkScreen("recovery codes");
  await saving.getByRole("button", { name: "I have saved them" }).click();
  await expect(section(page).getByText("10 of 10 recovery codes left")).toBeVisible();
  await checkScreen("two-step sign-in, on");
  await section(page).getByRole("button", { name: "Turn off" }).click();
  await checkScreen("switching off");
  await page.keyboard.press("Escape");
  if (isMobile) {
    await section(page).getByRole("button", { name: "Get new recovery codes" }).click();
    const renewing = dialog(page, "Get new recovery codes?");
    await renewing.getByRole("button", { name: "Get new codes" }).click();
    await expect(renewing.getByText("Enter the 6-digit code", { exact: true })).toBeVisible();
    await checkScreen("renewing, nothing typed");
    await page.keyboard.press("Escape");
  }
  await logOut(page);
  await givePassword(page, email);
  await checkScreen("log-in, second step");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Enter the 6-digit code")).toBeVisible();
  await checkScreen("log-in, second step, wrong");
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await checkScreen("log-in, recovery code");
});

test("an administrator for whom it is required sets it up first, and then enters the back office", async ({
  browser,
  baseURL,
}) => {
  const dataDir = process.env["E2E_DATA_DIR"]!;
  const { env } = JSON.parse(await readFile(path.join(dataDir, "stack.json"), "utf8")) as {
    env: Record<string, string>;
  };
  const administrator = { email: "super@seedline.example", password: DEMO_PASSWORD };
  const { accessToken } = await call(baseURL!, "POST", "/api/auth/login", undefined, administrator);
  const email = freshEmail("obliged").replace("test.example", "seedline.example");
  const person = { name: "Ada Test", email, phone: "", password: DEMO_PASSWORD };
  await call(baseURL!, "POST", "/api/admin/create-sub-admin", accessToken, person);

  const strict = await startServer({
    database: { env, dataDir } as never,
    env: { ADMIN_TWO_STEP: "required" },
  });
  try {
    const context = await browser.newContext({ baseURL: strict.url });
    const page = await context.newPage();
    const errors = watchConsole(page);
    await logIn(page, email);
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByText("Administrators must use two-step login")).toBeVisible();
    await check(page, "two-step sign-in, due");
    await page.goto("/admin/users");
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole("link", { name: "Manage Users" })).toHaveCount(0);

    await setUp(page, DEMO_PASSWORD);
    await expect(page.getByText("Administrators must use two-step login")).toHaveCount(0);
    if ((page.viewportSize()?.width ?? 0) < 1024)
      await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("link", { name: "Manage Users" }).click();
    await expect(page.getByRole("heading", { name: "Manage Users" })).toBeVisible();
    await expect(page.getByText(/Showing \d+ of \d+ users/)).toBeVisible();
    expect(errors).toEqual([]);
    await context.close();
  } finally {
    await strict.stop();
  }
});
