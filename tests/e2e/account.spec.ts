import { readFile } from "node:fs/promises";
import { expect, test, type Browser, type Page } from "./test";
import { unzip } from "../support/unzip";
import { check } from "./axe";
import { account, approve, call, submitIndividual, type Account } from "./rest";
import { PASSWORD, logIn, mailTo, watchConsole } from "./support";

/** The user's own account in a browser (product 10.8). Each test has its own account. */
test.describe.configure({ mode: "parallel" });

const NEW_PASSWORD = "another Long pass-phrase 8";

async function verified(base: string, profile: "personal" | "startup" = "personal"): Promise<Account> {
  const who = await account(base, profile);
  await submitIndividual(base, who);
  await approve(base, who.email);
  return who;
}

async function open(page: Page, base: string, path = "/profile", profile?: "personal" | "startup") {
  const who = await verified(base, profile);
  await logIn(page, who.email, PASSWORD);
  await page.goto(path);
  return who;
}

/** Logs the same user in with a second browser. */
async function elsewhere(browser: Browser, base: string, email: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  });
  const page = await context.newPage();
  await logIn(page, email, PASSWORD);
  return page;
}

const region = (page: Page, name: string) => page.getByRole("region", { name });

test("name and phone change immediately, also in the header; the email address is read-only", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  await open(page, baseURL!);
  await expect(page.getByLabel("Email address")).toHaveAttribute("readonly");
  const save = page.getByRole("button", { name: "Save changes" });
  await expect(save).toBeDisabled();
  await page.getByLabel("Full name").fill("Z");
  await expect(page.getByText("Name must be at least 2 characters")).toBeVisible();
  await page.getByLabel("Full name").fill("Zainab Yusuf");
  await page.getByLabel("Phone number").fill("0809 876 5432");
  await save.click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await expect(page.getByRole("banner").getByText("ZY")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Full name")).toHaveValue("Zainab Yusuf");
  await expect(page.getByLabel("Phone number")).toHaveValue("8098765432");
  expect(errors).toEqual([]);
});

test("a failed save shows an error and retains the input", async ({ page, baseURL }) => {
  await open(page, baseURL!);
  await page.route("**/api/auth/updateMe", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByLabel("Full name").fill("Zainab Yusuf");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Failed to update profile")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Zainab Yusuf");
});

test("each section has an anchor", async ({ page, baseURL }) => {
  await open(page, baseURL!);
  for (const name of ["Your details", "Password", "Devices", "Your data", "Delete account"]) {
    await page
      .getByRole("navigation", { name: "On this page" })
      .getByRole("link", { name, exact: true })
      .click();
    await expect(region(page, name)).toBeInViewport();
  }
  await expect(page).toHaveURL(/\/profile#delete$/);
});

test("a new password ends the other browser's session and continues this one", async ({
  page,
  baseURL,
  browser,
}) => {
  const errors = watchConsole(page);
  const who = await open(page, baseURL!);
  const other = await elsewhere(browser, baseURL!, who.email);
  const current = page.getByLabel("Current password");
  const next = page.getByLabel("New password");

  await current.fill("not my password");
  await next.fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("That password is incorrect")).toBeVisible();
  await expect(current).toBeFocused();
  await expect(current).toHaveAttribute("aria-invalid", "true");

  await current.fill(PASSWORD);
  await next.fill("password123");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("This password is too common")).toBeVisible();

  await next.fill(NEW_PASSWORD);
  await region(page, "Password").getByRole("button", { name: "Show password" }).last().click();
  await expect(next).toHaveAttribute("type", "text");
  const before = await page.evaluate(() => localStorage.getItem("accessToken"));
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed. Your other devices are logged out.")).toBeVisible();
  await expect(current).toHaveValue("");
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).not.toBe(before);
  await mailTo(who.email, /password was changed/);

  await other.goto("/dashboard");
  await expect(other).toHaveURL(/\/login/);
  await other.context().close();

  // Calls and pages still work.
  await page.getByLabel("Full name").fill("Zainab Yusuf");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Hello, Zainab" })).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await logIn(page, who.email, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/dashboard/);
  expect(errors).toEqual([]);
});

test("one device is logged out from another, then all the others", async ({ page, baseURL, browser }) => {
  const who = await open(page, baseURL!);
  // The API calls that created the account opened a session too.
  await call(baseURL!, "POST", "/api/auth/logout", who.token);
  const phone = await elsewhere(browser, baseURL!, who.email);
  await page.reload();
  const devices = region(page, "Devices");
  await expect(devices.getByText("This device")).toHaveCount(1);
  await devices.getByRole("button", { name: "Log out Safari on iPhone" }).click();
  await expect(page.getByText("Logged out: Safari on iPhone")).toBeVisible();
  await expect(devices.getByText("Safari on iPhone")).toHaveCount(0);
  await phone.goto("/dashboard");
  await expect(phone).toHaveURL(/\/login/);

  await logIn(phone, who.email, PASSWORD);
  const third = await elsewhere(browser, baseURL!, who.email);
  await page.reload();
  await expect(devices.getByRole("listitem")).toHaveCount(3);
  await devices.getByRole("button", { name: "Log out all other devices" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Log out 2 other devices?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(devices.getByRole("listitem")).toHaveCount(3);
  await devices.getByRole("button", { name: "Log out all other devices" }).click();
  await dialog.getByRole("button", { name: "Log out other devices" }).click();
  await expect(page.getByText("You are not logged in anywhere else.")).toBeVisible();
  for (const other of [phone, third]) {
    await other.goto("/dashboard");
    await expect(other).toHaveURL(/\/login/);
    await other.context().close();
  }
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a page whose session was ended elsewhere says so on the next action", async ({
  page,
  baseURL,
  browser,
}) => {
  const who = await open(page, baseURL!);
  const other = await elsewhere(browser, baseURL!, who.email);
  await other.goto("/profile");
  await other.getByRole("button", { name: "Log out all other devices" }).click();
  await other.getByRole("button", { name: "Log out other devices" }).click();
  await expect(other.getByText("You are not logged in anywhere else.")).toBeVisible();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your session has ended")).toBeVisible();
  await other.context().close();
});

test("the data export is downloaded after entering the password", async ({ page, baseURL }) => {
  const who = await open(page, baseURL!);
  await page.getByRole("button", { name: "Download my data" }).click();
  const dialog = page.getByRole("dialog", { name: "Download your data" });
  await dialog.getByRole("button", { name: "Download", exact: true }).click();
  await expect(dialog.getByText("Enter your password")).toBeVisible();
  await dialog.getByLabel("Your password").fill("not my password");
  await dialog.getByRole("button", { name: "Download", exact: true }).click();
  await expect(dialog.getByText("That password is incorrect")).toBeVisible();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download", exact: true }).click(),
  ]);
  await expect(page.getByText("Your data has been downloaded")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(file.suggestedFilename()).toMatch(/^my-data-[\d-]+\.zip$/);
  const files = unzip(await readFile(await file.path()));
  expect([...files.keys()]).toContain("submission-1/utilityBill-bill.jpg");
  const data = files.get("data.json")!.toString();
  for (const own of [who.email, "12345678901", "22345678901", "1234567890"]) expect(data).toContain(own);
});

test("an account is deleted after confirmation, and the browser retains none of its data", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const who = await open(page, baseURL!);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete your account?" });
  await expect(dialog.getByText("This is permanent")).toBeVisible();
  await expect(dialog.getByText("What we keep")).toBeVisible();
  const erase = dialog.getByRole("button", { name: "Delete my account" });
  await expect(erase).toBeDisabled();
  await dialog.getByLabel(/Type/).fill("delet");
  await expect(erase).toBeDisabled();
  await dialog.getByLabel(/Type/).fill("delete");

  await page.route("**/api/auth/deleteMe", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await erase.click();
  await expect(dialog.getByText("Failed to delete account")).toBeVisible();
  errors.length = 0;

  await erase.click();
  await expect(page.getByText("Your account is deleted")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Email address").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Invalid email or password").first()).toBeVisible();
  expect(errors).toEqual([]);
});

test("an administrator sees why the account cannot be deleted", async ({ page }) => {
  await logIn(page, "admin@seedline.example");
  await page.goto("/profile");
  await expect(region(page, "Delete account")).toContainText("delete their own accounts");
  await expect(page.getByRole("button", { name: "Delete my account" })).toHaveCount(0);
});

test("the dashboard shows the current state and links to its pages", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  await open(page, baseURL!, "/dashboard");
  await expect(page.getByText(/Approved on \d+ \w+ \d{4}/)).toBeVisible();
  await expect(page.getByText("Your verification was approved")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Newest plans" })).toBeVisible();
  await page.getByRole("link", { name: "Compare plans" }).click();
  await expect(page).toHaveURL(/\/dashboard\/investments$/);
  await expect(page.getByRole("heading", { name: "No investments yet" })).toBeVisible();
  await page.goto("/dashboard/transactions");
  await expect(page.getByRole("heading", { name: "No transactions yet" })).toBeVisible();
  await page.getByRole("link", { name: "See investment plans" }).click();
  await expect(page).toHaveURL(/\/dashboard\/investments$/);
  expect(errors).toEqual([]);
});

test("a startup's dashboard shows what to prepare, and no plans", async ({ page, baseURL }) => {
  await open(page, baseURL!, "/dashboard", "startup");
  await expect(page.getByRole("heading", { name: "What to prepare" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Newest plans" })).toHaveCount(0);
  await page.goto("/dashboard/applications");
  await page.getByRole("link", { name: "What to prepare" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("the user's documents open in place", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  await open(page, baseURL!, "/dashboard/documents");
  await expect(page.getByText(/^Approved, /)).toHaveCount(3);
  await page.getByRole("button", { name: "View Passport Photo" }).click();
  const photo = page.getByRole("dialog", { name: "Passport photo" });
  await expect(photo.getByRole("img", { name: "Passport photo" })).toBeVisible();
  await photo.getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "View ID Document" }).click();
  await expect(page.getByRole("dialog", { name: "ID Document" }).locator("iframe")).toBeVisible();
  expect(errors).toEqual([]);
});

test("settings are stored on this device and applied in other tabs", async ({ page, context, baseURL }) => {
  await open(page, baseURL!, "/dashboard/settings");
  const other = await context.newPage();
  await other.goto("/dashboard/settings");
  const swipe = page.getByRole("switch", { name: "Swipe between pages" });
  await expect(swipe).not.toBeChecked();
  await swipe.check();
  expect(await page.evaluate(() => localStorage.getItem("enableSwipeNavigation"))).toBe("true");
  await expect(other.getByRole("switch", { name: "Swipe between pages" })).toBeChecked();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(other.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.reload();
  await expect(swipe).toBeChecked();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.getByRole("radio", { name: "System" }).check();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});

test("the selected appearance is applied before the first paint, on every page", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  await page.emulateMedia({ colorScheme: "light" });
  // Reads the theme when the body appears, which is before the first paint.
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.body) return;
      seen.disconnect();
      (window as { firstTheme?: string | undefined }).firstTheme = document.documentElement.dataset["theme"];
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await open(page, baseURL!, "/dashboard/settings");
  await page.getByRole("radio", { name: "Dark" }).check();
  for (const path of ["/profile", "/dashboard", "/", "/plans", "/nothing"]) {
    await page.goto(path);
    expect([path, await page.evaluate(() => (window as { firstTheme?: string }).firstTheme)]).toEqual([
      path,
      "dark",
    ]);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  }
  expect(errors.filter((error) => !/404/.test(error))).toEqual([]);
});

test("axe finds no serious violations", async ({ page, baseURL, browser }) => {
  const who = await open(page, baseURL!);
  const other = await elsewhere(browser, baseURL!, who.email);
  await page.reload();
  await check(page, "/profile");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Enter your password")).toBeVisible();
  await check(page, "/profile, wrong");
  for (const [button, role] of [
    ["Download my data", "dialog"],
    ["Log out all other devices", "alertdialog"],
    ["Delete my account", "alertdialog"],
  ] as const) {
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole(role)).toBeVisible();
    await check(page, button);
    await page.keyboard.press("Escape");
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  await other.context().close();
  for (const name of ["", "/investments", "/transactions", "/documents", "/settings"]) {
    await page.goto(`/dashboard${name}`);
    await check(page, `/dashboard${name}`);
  }
});
