import { expect, test, type Page } from "./test";
import { query } from "./database";
import { DEMO_PASSWORD, authenticate, logInWithForm, watchConsole } from "./support";

/** Login and logout in a browser (product 2.2, 2.9, 4.1). */
test("the wanted page opens after login, and an external address is ignored", async ({ page }) => {
  await page.goto("/dashboard/documents?from=mail");
  await expect(page).toHaveURL(/\/login\?callbackUrl=/);
  await page.getByLabel("Email address").fill("investor@demo.example");
  await page.getByLabel("Password", { exact: true }).fill("Demo-Passw0rd1");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/dashboard\/documents\?from=mail$/);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto("/login?callbackUrl=//evil.example/x");
  await page.getByLabel("Email address").fill("investor@demo.example");
  await page.getByLabel("Password", { exact: true }).fill("Demo-Passw0rd1");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a wrong password shows an error in the form, and the input is retained", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email address").fill("startup@demo.example");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Invalid email or password").first()).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue("startup@demo.example");
});

test("logout ends the session in all tabs, and Back shows no private data", async ({ page, context }) => {
  const errors = watchConsole(page);
  await logInWithForm(page, "startup@demo.example");
  await expect(page).toHaveURL(/\/dashboard$/);
  const other = await context.newPage();
  await other.goto("/dashboard/documents");
  await expect(other).toHaveURL(/\/dashboard\/documents$/);
  await page.getByRole("button", { name: /My Account|account menu/i }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page.getByText("Logged out successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  expect(errors).toEqual([]);
});

test("an expired access token is refreshed once, unnoticed", async ({ page }) => {
  await logInWithForm(page, "rejected@demo.example");
  await expect(page).toHaveURL(/\/investor-verification/);
  // A page without scripts, so that no call of the last page refreshes the token first.
  await page.goto("/robots.txt");
  await page.evaluate(() => localStorage.setItem("accessToken", "an.expired.token"));
  let refreshes = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/refresh")) refreshes += 1;
  });
  await page.goto("/investor-verification");
  await expect(page.getByRole("textbox", { name: "First Name" })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("accessToken")))
    .not.toBe("an.expired.token");
  expect(refreshes).toBe(1);
});

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem("accessToken"));

for (const [what, change] of [
  ["a corrupt token", () => localStorage.setItem("accessToken", "{not a token")],
  ["no token beside a good cookie", () => localStorage.removeItem("accessToken")],
] as const) {
  test(`${what} is replaced, unnoticed`, async ({ page }) => {
    const errors = watchConsole(page);
    await logInWithForm(page, "startup@demo.example");
    await page.evaluate(change);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => storedToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    await expect(page.getByText("Your session has ended")).toHaveCount(0);
    expect(errors).toEqual([]);
  });
}

test("a rejected refresh ends the session in the browser, and the form retains the input", async ({
  page,
  context,
}) => {
  await logInWithForm(page, "rejected@demo.example");
  const name = page.getByRole("textbox", { name: "First Name" });
  await expect(name).toBeVisible();
  await name.fill("Typed before");
  await context.clearCookies();
  await page.evaluate(() => localStorage.setItem("accessToken", "an.expired.token"));
  // Any call detects it: here the draft, because the user types.
  await page.getByLabel("Surname").fill("And after");
  await expect(page.getByText("Your session has ended")).toBeVisible({ timeout: 30_000 });
  await expect(name).toHaveValue("Typed before");
  expect(await storedToken(page)).toBeNull();
  // Logging in again leaves the page and its input as they are.
  await page.getByRole("button", { name: "Log in again" }).click();
  const dialog = page.getByRole("dialog", { name: "Log in again" });
  await dialog.getByLabel("Your password").fill("not my password");
  await dialog.getByRole("button", { name: "Log in" }).click();
  await expect(dialog.getByText("Invalid email or password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(DEMO_PASSWORD);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Your session has ended")).toHaveCount(0);
  await expect(name).toHaveValue("Typed before");
  await expect(page).toHaveURL(/\/investor-verification/);
  expect(await storedToken(page)).not.toBeNull();
});

test("a refresh without a response retains tokens and input", async ({ page }) => {
  await logInWithForm(page, "startup@demo.example");
  await page.evaluate(() => localStorage.setItem("accessToken", "an.expired.token"));
  const tried = page.waitForRequest("**/api/auth/refresh");
  await page.route("**/api/auth/refresh", (route) => route.abort());
  await page.reload();
  await tried;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Your session has ended")).toHaveCount(0);
  expect(await storedToken(page)).toBe("an.expired.token");
  await page.unroute("**/api/auth/refresh");
  await page.reload();
  await expect.poll(() => storedToken(page)).not.toBe("an.expired.token");
});

test("two tabs refresh once between them", async ({ page, context }) => {
  await logInWithForm(page, "startup@demo.example");
  const other = await context.newPage();
  await other.goto("/dashboard/documents");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  let refreshes = 0;
  context.on("request", (request) => {
    if (request.url().endsWith("/api/auth/refresh")) refreshes += 1;
  });
  // Closed for a moment, because a refresh that its reload interrupts would be one more.
  await other.goto("about:blank");
  await page.evaluate(() => localStorage.setItem("accessToken", "an.expired.token"));
  await Promise.all([page.reload(), other.goto("/dashboard/documents")]);
  for (const tab of [page, other]) {
    await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => storedToken(tab)).not.toBe("an.expired.token");
    await expect(tab.getByText("Your session has ended")).toHaveCount(0);
  }
  expect(refreshes).toBe(1);
});

test("an unknown path shows the 404 page with a link home", async ({ page }) => {
  const response = await page.goto("/nothing/here");
  expect(response!.status()).toBe(404);
  await expect(page.getByText("404 - Not Found")).toBeVisible();
  await page
    .getByRole("link", { name: "Go Home" })
    .or(page.getByRole("button", { name: "Go Home" }))
    .click();
  await expect(page).toHaveURL(/\/$/);
});

test("an administrator's page says by itself that its session has ended, and marks background calls", async ({
  page,
}) => {
  await page.clock.install();
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { name: "Users" }).first()).toBeVisible();
  const marks: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) marks.push(request.headers()["x-background"]);
  });
  const checked = () => page.waitForResponse(/\/api\/auth\/me$/);
  const first = checked();
  await page.clock.runFor(65_000);
  await first;
  await page.clock.runFor(65_000);
  marks.length = 0;
  const idle = checked();
  await page.clock.runFor(65_000);
  await idle;
  expect(new Set(marks)).toEqual(new Set(["1"]));

  await page.keyboard.press("Shift");
  marks.length = 0;
  const active = checked();
  await page.clock.runFor(59_000);
  await active;
  expect(marks).toContain(undefined);

  const { sid } = await page.evaluate(() => {
    const [, claims = ""] = localStorage.getItem("accessToken")!.split(".");
    return JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as { sid: string };
  });
  await query("UPDATE sessions SET last_seen_at = now() - interval '31 minutes' WHERE id = $1", [sid]);
  await page.clock.runFor(65_000);
  await expect(page.getByText("Your session has ended")).toBeVisible();
});
