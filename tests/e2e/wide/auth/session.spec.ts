import { storedToken } from "../../auth/session-steps";
import { query } from "../../database";
import { authenticate, logInWithForm, watchConsole } from "../../support";
import { expect, test } from "../../test";

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
  // A refresh that is still under way would time out by the clock below.
  await expect.poll(() => storedToken(page)).not.toBeNull();
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
