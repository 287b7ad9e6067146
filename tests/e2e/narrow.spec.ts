import { expect, test, type Page } from "./test";
import { fits } from "./fits";
import { chooseCompanyDocuments, fillBank, fillCompany, fillSignatory, next } from "./company";
import { openAccount } from "./own-account";
import { account, approve, reject, submitIndividual } from "./rest";
import { PASSWORD, authenticate, chooseDocuments, fillAccount, fillBio, fillKin, submit } from "./support";

/** The smallest phone: nothing overflows, every control is large enough, and the main action stays in view. */
test.skip(({ isMobile }) => !isMobile, "For phones.");
test.use({ viewport: { width: 360, height: 740 } });
test.describe.configure({ mode: "parallel" });

/** Whichever field has the focus, the main action is on the screen and does not cover the field. */
async function actionInReach(page: Page, name: string): Promise<void> {
  const action = page.getByRole("button", { name, exact: true });
  const fields = page.locator("main").locator("input:not([type=file]), textarea, select");
  for (const field of await fields.all()) {
    if (!(await field.isVisible()) || !(await field.isEnabled())) continue;
    await field.focus();
    await expect(action).toBeInViewport({ ratio: 1 });
    await expect
      .poll(
        async () => {
          const [box, bar] = await Promise.all([field.boundingBox(), action.boundingBox()]);
          return box!.y + Math.min(box!.height, 24) <= bar!.y;
        },
        `${await field.getAttribute("name")} is not under '${name}'`,
      )
      .toBe(true);
  }
}

/** Checks a step before and after all its errors, each field in turn. */
async function step(page: Page, what: string, action: string): Promise<void> {
  await fits(page, what);
  await page.getByRole("button", { name: action, exact: true }).click();
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  await fits(page, `${what}, wrong`);
  await actionInReach(page, action);
}

test("public pages", async ({ page }) => {
  for (const url of ["/", "/about", "/asset-financing", "/plans", "/team", "/contact", "/nothing"]) {
    await page.goto(url);
    await fits(page, url);
  }
  await page.goto("/contact");
  await page.getByRole("button", { name: "Schedule a Consultation" }).first().click();
  await fits(page, "consultation dialog");
  await page.getByRole("button", { name: "Request Consultation" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await fits(page, "consultation dialog, wrong");
  await expect(page.getByRole("button", { name: "Request Consultation" })).toBeInViewport({ ratio: 1 });
});

test("login and registration", async ({ page }) => {
  for (const [url, button] of [
    ["/login", "Log in"],
    ["/register", "Create account"],
    ["/forgot-password", "Send reset link"],
    ["/verify-email", "Continue"],
    ["/verify-email?email=somebody.with.a.long.name%40a-long-domain.example", "Verify email"],
    ["/reset-password?token=abc", /password/i],
  ] as const) {
    await page.goto(url);
    await fits(page, url);
    await page.getByRole("button", { name: button }).last().click();
    await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    await fits(page, `${url}, wrong`);
  }
});

test("the choice of a profile", async ({ page, baseURL }) => {
  await openAccount(page, baseURL!, "none");
  await expect(page.getByRole("heading", { name: "What brings you to the product?" })).toBeVisible();
  await fits(page, "choose profile");
  await page.getByRole("button", { name: "Contact our team" }).click();
  await fits(page, "contact dialog");
  await page.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: /I want to invest/ }).click();
  await expect(page).toHaveURL(/\/investor-type/);
  await fits(page, "investor type");
});

test("the individual form, until a rejection", async ({ page, baseURL }) => {
  const { email } = await openAccount(page, baseURL!, "personal");
  await step(page, "bio data", "Next");
  await page.getByRole("combobox", { name: "State of Residence" }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await fits(page, "state list");
  await fillBio(page, email);
  await page.getByRole("radio", { name: /Minor/ }).check();
  await expect(page.getByText("This date makes you 18 or older, but you chose Minor above")).toBeVisible();
  await fits(page, "bio data, age warning");
  await page.getByRole("radio", { name: /Adult/ }).check();
  await next(page);
  await step(page, "next of kin", "Next");
  await fillKin(page);
  await next(page);
  await step(page, "account details", "Next");
  await fillAccount(page);
  await next(page);
  await step(page, "kyc documents", "Submit Verification");
  await chooseDocuments(page);
  await expect(page.getByText("Uploaded")).toHaveCount(3);
  await fits(page, "kyc documents, chosen");
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
  await fits(page, "verification success");
  await reject(baseURL!, email, `The bill is too old. ${"Unbroken".repeat(12)}`);
  await page.reload();
  await expect(page.getByText(/The bill is too old/)).toBeVisible();
  await fits(page, "rejected form");
});

test("the startup form", async ({ page, baseURL }) => {
  await openAccount(page, baseURL!, "startup");
  await step(page, "startup, bio data", "Next");
});

test("the corporate form", async ({ page, baseURL }) => {
  await openAccount(page, baseURL!, "corporate");
  await step(page, "company info", "Next");
  await fillCompany(page);
  await next(page);
  await step(page, "bank details", "Next");
  await fillBank(page);
  await next(page);
  await step(page, "signatories", "Next");
  await fillSignatory(page, 1);
  await page.getByRole("button", { name: "Add signatory" }).click();
  await fillSignatory(page, 2);
  await fits(page, "signatories, two");
  await page.getByRole("button", { name: "Remove last signatory" }).click();
  await fits(page, "removing a signatory");
  await page.getByRole("button", { name: "Remove signatory", exact: true }).click();
  await next(page);
  await step(page, "company documents", "Submit Verification");
  await chooseCompanyDocuments(page);
  await expect(page.getByText("Uploaded")).toHaveCount(2);
  await fits(page, "company documents, chosen");
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
  await fits(page, "verification success of a company");
});

test("the pages of a verified user", async ({ page, baseURL }) => {
  const user = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, user);
  await approve(baseURL!, user.email);
  await authenticate(page, user.email, PASSWORD);
  for (const name of ["", "/investments", "/transactions", "/documents", "/settings"]) {
    await page.goto(`/dashboard${name}`);
    await fits(page, `/dashboard${name}`);
  }
  await page.goto("/profile");
  await fits(page, "/profile");
  for (const name of ["Log out all other devices", "Delete my account"]) {
    await page.getByRole("button", { name }).click();
    await expect(page.locator("[role=dialog], [role=alertdialog]")).toBeVisible();
    await fits(page, name);
    await page.keyboard.press("Escape");
    await expect(page.locator("[role=dialog], [role=alertdialog]")).toHaveCount(0);
  }
});
