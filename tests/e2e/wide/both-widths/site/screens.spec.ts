import { check } from "../../../axe";
import { chooseCompanyDocuments, fillBank, fillCompany, fillSignatory, next } from "../../../company";
import { query } from "../../../database";
import { fits } from "../../../fits";
import { openAccount } from "../../../own-account";
import { account, approve, passDueDiligence, reject, submitIndividual } from "../../../rest";
import {
  PASSWORD,
  authenticate,
  chooseDocuments,
  fillAccount,
  fillBio,
  fillKin,
  submit,
} from "../../../support";
import { expect, test, type Page } from "../../../test";

// Many checks, and no test depends on another.
test.describe.configure({ mode: "parallel" });
/** The smallest phone, and a desktop. */
test.use({
  viewport: ({ isMobile, viewport }, provide) => provide(isMobile ? { width: 360, height: 740 } : viewport),
});

/** Expects no serious violation; on a phone also no overflow, and controls that are large enough. */
async function screen(page: Page, what: string): Promise<void> {
  await check(page, what);
  if (page.viewportSize()!.width < 640) await fits(page, what);
}

/** Expects the main action to stay on a phone's screen, and never to cover the focused field. */
async function actionInReach(page: Page, name: string): Promise<void> {
  if (page.viewportSize()!.width >= 640) return;
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

/** Submits an empty form, and checks the form with its errors. */
async function wrong(page: Page, what: string, button: string | RegExp): Promise<void> {
  await page
    .getByRole("button", { name: button, exact: typeof button === "string" })
    .last()
    .click();
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  await screen(page, `${what}, wrong`);
}

/** Checks a step of a form: empty, with errors, and filled in. */
async function step(page: Page, what: string, action: string, fill?: () => Promise<unknown>): Promise<void> {
  await screen(page, what);
  await wrong(page, what, action);
  await actionInReach(page, action);
  if (!fill) return;
  await fill();
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(0);
  await screen(page, `${what}, right`);
}

test("public pages", async ({ page }) => {
  for (const url of [
    "/",
    "/about",
    "/asset-financing",
    "/plans",
    "/plans/real-estate-income",
    "/plans/asset-financing?amount=1e21",
    "/team",
    "/contact",
    "/nothing",
  ]) {
    await page.goto(url);
    await screen(page, url);
  }
  await page.goto("/contact");
  await page.getByRole("button", { name: "Schedule a Consultation" }).first().click();
  await screen(page, "consultation dialog");
  await wrong(page, "consultation dialog", "Request Consultation");
  await expect(page.getByRole("button", { name: "Request Consultation" })).toBeInViewport({ ratio: 1 });
});

test("login and registration", async ({ page }) => {
  for (const [url, button] of [
    ["/login", "Log in"],
    ["/register", "Create account"],
    ["/forgot-password", "Send reset link"],
    ["/verify-email", "Continue"],
    ["/verify-email?email=somebody.with.a.long.name%40a-long-domain.example", "Verify email"],
    ["/reset-password", null],
    ["/reset-password?token=abc", /password/i],
  ] as const) {
    await page.goto(url);
    await screen(page, url);
    if (button) await wrong(page, url, button);
  }
});

test("the choice of a profile", async ({ page, baseURL }) => {
  await openAccount(page, baseURL!, "none");
  await expect(page.getByRole("heading", { name: "What brings you to the product?" })).toBeVisible();
  await screen(page, "choose profile");
  await page.getByRole("button", { name: "Contact our team" }).click();
  await screen(page, "contact dialog");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /I want to invest/ }).click();
  await expect(page).toHaveURL(/\/investor-type/);
  await screen(page, "investor type");
});

test("the individual form, until a rejection", async ({ page, baseURL }) => {
  const { email } = await openAccount(page, baseURL!, "personal");
  await page.getByRole("combobox", { name: "State of Residence" }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await screen(page, "state list");
  await page.keyboard.press("Escape");
  await step(page, "bio data", "Next", () => fillBio(page, email));
  await page.getByRole("radio", { name: /Minor/ }).check();
  await expect(page.getByText("This date makes you 18 or older, but you chose Minor above")).toBeVisible();
  await screen(page, "bio data, age warning");
  await page.getByRole("radio", { name: /Adult/ }).check();
  await next(page);
  await step(page, "next of kin", "Next", () => fillKin(page));
  await next(page);
  await step(page, "account details", "Next", () => fillAccount(page));
  await next(page);
  await step(page, "kyc documents", "Submit Verification", async () => {
    await chooseDocuments(page);
    await expect(page.getByText("Uploaded")).toHaveCount(3);
  });
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
  await screen(page, "verification success");
  await reject(baseURL!, email, `The bill is too old. ${"Unbroken".repeat(12)}`);
  await page.reload();
  await expect(page.getByText(/The bill is too old/)).toBeVisible();
  await screen(page, "rejected form");
});

test("the startup form", async ({ page, baseURL }) => {
  await openAccount(page, baseURL!, "startup");
  await step(page, "startup, bio data", "Next");
});

test("the corporate form", async ({ page, baseURL }) => {
  await openAccount(page, baseURL!, "corporate");
  await step(page, "company info", "Next", () => fillCompany(page));
  await next(page);
  await step(page, "bank details", "Next", () => fillBank(page));
  await next(page);
  await step(page, "signatories", "Next", async () => {
    await fillSignatory(page, 1);
    await page.getByRole("button", { name: "Add signatory" }).click();
    await fillSignatory(page, 2);
  });
  await page.getByRole("button", { name: "Remove last signatory" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await screen(page, "removing a signatory");
  await page.getByRole("button", { name: "Remove signatory", exact: true }).click();
  await next(page);
  await step(page, "company documents", "Submit Verification", async () => {
    await chooseCompanyDocuments(page);
    await expect(page.getByText("Uploaded")).toHaveCount(2);
  });
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
  await screen(page, "verification success of a company");
});

test("the pages of a verified user", async ({ page, baseURL }) => {
  const user = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, user);
  await approve(baseURL!, user.email);
  await authenticate(page, user.email, PASSWORD);
  const ends = ["", "/documents", "/settings", "/investments", "/transactions"];
  for (const url of [...ends.map((end) => `/dashboard${end}`), "/profile"]) {
    await page.goto(url);
    await screen(page, url);
  }
  for (const name of ["Log out all other devices", "Delete my account"]) {
    await page.getByRole("button", { name }).click();
    await expect(page.locator("[role=dialog], [role=alertdialog]")).toBeVisible();
    await screen(page, name);
    await page.keyboard.press("Escape");
    await expect(page.locator("[role=dialog], [role=alertdialog]")).toHaveCount(0);
  }
});

test("the pages of an investor", async ({ page, baseURL }) => {
  const user = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, user);
  await approve(baseURL!, user.email);
  await authenticate(page, user.email, PASSWORD);
  const plan = "/dashboard/investments/new?plan=agriculture-growth";
  for (const url of [plan, "/due-diligence"]) {
    await page.goto(url);
    await screen(page, `${url}, before the form is sent`);
  }
  await passDueDiligence(baseURL!, user);
  for (const url of ["/dashboard/investments/new", plan, `${plan}&amount=1e21`]) {
    await page.goto(url);
    await screen(page, url);
  }
  await page.goto(plan);
  await wrong(page, "a request", "Confirm investment");
  await page.getByLabel("Amount in naira").fill("500,000");
  await page.getByRole("checkbox").check();
  await screen(page, "a request, right");
  await page.getByRole("button", { name: "Confirm investment" }).click();
  await expect(page.getByRole("heading", { name: "Pay by bank transfer" })).toBeVisible();
  await screen(page, "an investment");
  await page.getByRole("button", { name: "Cancel investment" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await screen(page, "cancelling an investment");
  for (const url of ["/dashboard", "/dashboard/investments"]) {
    await page.goto(url);
    await screen(page, `${url}, with an investment`);
  }
});

test("the pages of a startup", async ({ page }) => {
  await authenticate(page, "startup@demo.example");
  for (const url of ["/dashboard", "/dashboard/applications"]) {
    await page.goto(url);
    await screen(page, url);
  }
});

test("the back office", async ({ page }) => {
  // Otherwise the dashboard shows no costs.
  await query(
    "INSERT INTO identity_call_totals VALUES (current_date, 'dojah', 'nin', 1234, 12345600) ON CONFLICT DO NOTHING",
  );
  await authenticate(page, "super@seedline.example");
  const ends = [
    "",
    "/users",
    "/verification",
    "/carousel",
    "/sub-admins",
    "/approvals",
    "/audit",
    "/holidays",
    "/plans",
    "/investments",
  ];
  for (const url of ends.map((end) => `/admin${end}`)) {
    await page.goto(url);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await screen(page, url);
  }
  await page.goto("/admin/verification");
  await page.getByRole("link", { name: /^View/ }).first().click();
  await expect(page.getByRole("heading", { name: "User Verification" })).toBeVisible();
  await screen(page, "review");
});
