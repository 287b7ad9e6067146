import { expect, test, type Page } from "./test";
import { check } from "./axe";
import { chooseCompanyDocuments, fillBank, fillCompany, fillSignatory, next } from "./company";
import { fits } from "./fits";
import { openAccount } from "./own-account";
import { account, approve, reject, submitIndividual } from "./rest";
import { PASSWORD, authenticate, chooseDocuments, fillAccount, fillBio, fillKin, submit } from "./support";

// Many checks, and no test depends on another.
test.describe.configure({ mode: "parallel" });

/** Presses Next or Submit on an empty step and checks the step with its errors. */
async function wrong(page: Page, what: string, message: string, press = next): Promise<void> {
  await press(page);
  await expect(page.getByText(message).first()).toBeVisible();
  await check(page, `${what}, wrong`);
}

async function right(page: Page, what: string): Promise<void> {
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(0);
  await check(page, `${what}, right`);
}

test("public pages", async ({ page }) => {
  for (const url of ["/", "/about", "/asset-financing", "/plans", "/team", "/contact", "/nothing"]) {
    await page.goto(url);
    await check(page, url);
  }
  await page.goto("/contact");
  await page.getByRole("button", { name: "Schedule a Consultation" }).first().click();
  await check(page, "consultation dialog");
  await page.getByRole("button", { name: "Request Consultation" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await check(page, "consultation dialog, wrong");
});

test("login and registration", async ({ page }) => {
  for (const [url, button] of [
    ["/login", "Log in"],
    ["/register", "Create account"],
    ["/forgot-password", "Send reset link"],
    ["/verify-email", "Continue"],
    ["/verify-email?email=ada%40test.example", "Verify email"],
    ["/reset-password", null],
    ["/reset-password?token=abc", /password/i],
  ] as const) {
    await page.goto(url);
    await check(page, url);
    if (!button) continue;
    await page.getByRole("button", { name: button }).last().click();
    await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    await check(page, `${url}, wrong`);
  }
});

test("the choice of a profile", async ({ page, baseURL }) => {
  await openAccount(page, baseURL!, "none");
  await check(page, "choose profile");
  await page.getByRole("button", { name: "Contact our team" }).click();
  await check(page, "contact dialog");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /I want to invest/ }).click();
  await expect(page).toHaveURL(/\/investor-type/);
  await check(page, "investor type");
});

test("the individual form, until a rejection", async ({ page, baseURL }) => {
  const { email } = await openAccount(page, baseURL!, "personal");
  await wrong(page, "bio data", "NIN must be 11 digits");
  await fillBio(page, email);
  await right(page, "bio data");
  await next(page);
  await wrong(page, "next of kin", "Valid email is required");
  await fillKin(page);
  await right(page, "next of kin");
  await next(page);
  await wrong(page, "account details", "BVN must be 11 digits");
  await fillAccount(page);
  await right(page, "account details");
  await next(page);
  await wrong(page, "documents", "File is required", submit);
  await chooseDocuments(page);
  await expect(page.getByText("Uploaded")).toHaveCount(3);
  await right(page, "documents");
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
  await check(page, "verification success");
  await reject(baseURL!, email, "The street is wrong.");
  await page.reload();
  await expect(page.getByText("The street is wrong.")).toBeVisible();
  await check(page, "rejected form");
});

test("the startup form", async ({ page, baseURL }) => {
  await openAccount(page, baseURL!, "startup");
  await wrong(page, "startup's bio data", "NIN must be 11 digits");
});

test("the corporate form", async ({ page, baseURL }) => {
  await openAccount(page, baseURL!, "corporate");
  await wrong(page, "company info", "Must be at least 3 digits");
  await fillCompany(page);
  await right(page, "company info");
  await next(page);
  await wrong(page, "bank details", "BVN must be 11 digits");
  await fillBank(page);
  await right(page, "bank details");
  await next(page);
  await wrong(page, "signatories", "File is required");
  await fillSignatory(page, 1);
  await page.getByRole("button", { name: "Add signatory" }).click();
  await fillSignatory(page, 2);
  await right(page, "signatories");
  await page.getByRole("button", { name: "Remove last signatory" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await check(page, "removing a signatory");
  await page.getByRole("button", { name: "Remove signatory", exact: true }).click();
  await next(page);
  await wrong(page, "company documents", "File is required", submit);
  await chooseCompanyDocuments(page);
  await expect(page.getByText("Uploaded")).toHaveCount(2);
  await right(page, "company documents");
});

test("the pages of a verified user", async ({ page, baseURL }) => {
  const user = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, user);
  await approve(baseURL!, user.email);
  await authenticate(page, user.email, PASSWORD);
  const urls = ["", "/documents", "/settings", "/investments", "/transactions"].map(
    (end) => `/dashboard${end}`,
  );
  for (const url of [...urls, "/profile"]) {
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await check(page, url);
  }
});

test("the pages of a startup", async ({ page }) => {
  await authenticate(page, "startup@demo.example");
  for (const url of ["/dashboard", "/dashboard/applications"]) {
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await check(page, url);
  }
});

test("the back office", async ({ page, isMobile }) => {
  await authenticate(page, "super@seedline.example");
  for (const url of [
    "/admin",
    "/admin/users",
    "/admin/verification",
    "/admin/carousel",
    "/admin/sub-admins",
    "/admin/approvals",
    "/admin/audit",
    "/admin/holidays",
  ]) {
    await page.goto(url);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await check(page, url);
    if (isMobile) await fits(page, url);
  }
  await page.goto("/admin/verification");
  await page.getByRole("link", { name: /^View/ }).first().click();
  await expect(page.getByRole("heading", { name: "User Verification" })).toBeVisible();
  await check(page, "review");
  if (isMobile) await fits(page, "review");
});
