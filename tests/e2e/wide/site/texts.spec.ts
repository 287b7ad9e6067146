import { expect, test, type Route } from "../../test";
import { literals, type Place } from "../../../literals/onboarding";
import {
  chooseCompanyDocuments,
  fileInput,
  fillBank,
  fillCompany,
  fillSignatory,
  next,
  pdf,
} from "../../company";
import {
  collectLog,
  expectTexts,
  expectTextsOnPhone,
  failWithoutMessage,
  recordToasts,
  visited,
} from "../../literals";
import { account, call } from "../../rest";
import {
  PASSWORD,
  chooseDocuments,
  fillAccount,
  fillBio,
  fillKin,
  freshEmail,
  logIn,
  pick,
  submit,
} from "../../support";

/**
 * Every literal text of onboarding in its section (tests/literals/onboarding.ts). One worker visits all sections, so that
 * the last test can compare.
 */
test.describe.configure({ mode: "serial" });

test.beforeEach(({ page }) => page.addInitScript(recordToasts));

test("the choice of a profile", async ({ page, context, baseURL }) => {
  await collectLog(page);
  const { email } = await account(baseURL!);
  await logIn(page, email, PASSWORD);
  await expectTexts(page, "choose profile");
  await page.getByRole("button", { name: "Contact our team" }).click();
  await expectTexts(page, "contact dialog");
  await page.keyboard.press("Escape");
  await failWithoutMessage(page, "**/api/auth/setRole");
  const invest = page.getByRole("button", { name: /I want to invest/ });
  await invest.click();
  await expectTexts(page, "choose profile, not saved");
  // A busy button ignores clicks.
  await expect(invest).not.toHaveAttribute("aria-busy", "true");
  await invest.click();
  await expectTexts(page, "investor type");

  // The page cookie is still valid, but the session of the API calls has ended.
  await context.clearCookies({ path: "/api/auth" });
  await page.evaluate(() => localStorage.removeItem("accessToken"));
  await page.reload();
  await expect(page.getByText("Your session has ended")).toBeVisible();
  await page.getByRole("button", { name: /Personal Investor/ }).click();
  await expectTexts(page, "investor type, session over");
});

test("the individual form", async ({ page, baseURL }) => {
  const { email } = await account(baseURL!, "personal");
  await logIn(page, email, PASSWORD);
  await expectTexts(page, "bio data");
  for (const label of ["First name", "Surname", "Phone number", "Email address"])
    await page.getByLabel(label, { exact: true }).fill("");
  await next(page);
  await expectTexts(page, "bio data, empty");
  await page.getByLabel("Phone Number").fill("8031234567890123");
  await expectTexts(page, "bio data, long phone");
  await expectTextsOnPhone(page, "bio data, small");
  await fillBio(page, email);
  await pick(page, "Local Government", "Other");
  await next(page);
  await expectTexts(page, "bio data, other local government");
  await page.getByLabel("Specify Local Government").fill("Somewhere");
  await next(page);

  await expectTexts(page, "next of kin");
  await page.getByLabel("Relationship").selectOption("Other");
  await next(page);
  await expectTexts(page, "next of kin, wrong");
  await expectTextsOnPhone(page, "next of kin, small");
  await fillKin(page);
  await page.getByLabel("Specify Relationship").fill("Cousin");
  await next(page);

  await expectTexts(page, "account details");
  await page.getByLabel("Account Type").selectOption("Other");
  await next(page);
  await expectTexts(page, "account details, wrong");
  await expectTextsOnPhone(page, "account details, small");
  await fillAccount(page);
  await page.getByLabel("Specify Account Type").fill("Joint");
  await next(page);

  await expectTexts(page, "kyc documents");
  await submit(page);
  await expectTexts(page, "kyc documents, empty");
  await expectTextsOnPhone(page, "kyc documents, small");
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") };
  await fileInput(page, "ID document").setInputFiles(text);
  await fileInput(page, "Passport photo").setInputFiles(text);
  const bill = await pdf("long.pdf");
  const buffer = Buffer.concat([bill.buffer, Buffer.alloc(5 * 1024 * 1024)]);
  await fileInput(page, "Utility bill").setInputFiles({ ...bill, buffer });
  await expectTexts(page, "kyc documents, wrong files");
  await page.getByRole("button", { name: "Save Progress" }).filter({ visible: true }).click();
  await expectTexts(page, "progress saved");
  await chooseDocuments(page);
  await failWithoutMessage(page, "**/api/verification");
  await submit(page);
  await expectTexts(page, "individual form, refused without a word");

  // The form cannot send a value outside the list, so the request is changed. The server rejects it.
  const swap = (route: Route) => {
    const answers = route.request().postDataJSON() as object;
    return route.continue({ postData: JSON.stringify({ ...answers, localGovernment: "Umu-Nneochi" }) });
  };
  await page.route("**/api/verification", swap, { times: 1 });
  await submit(page);
  await expectTexts(page, "individual form, area of another state");
  await pick(page, "Local Government", "Ikeja");
  for (let step = 1; step < 4; step += 1) await next(page);
  await submit(page);
  await expectTexts(page, "individual form, submitted");

  await expect(page).toHaveURL(/\/verification-success/);
  await failWithoutMessage(page, "**/api/verification/status");
  await page.getByRole("button", { name: "Check for a decision" }).click();
  await expectTexts(page, "waiting, status unknown");
  await failWithoutMessage(page, "**/api/auth/logout");
  for (const place of ["log out, refused", "logged out"] as const) {
    await page.getByRole("button", { name: "My Account" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await expectTexts(page, place);
  }
});

test("progress that cannot be stored", async ({ page, baseURL }) => {
  const { email } = await account(baseURL!, "personal");
  await logIn(page, email, PASSWORD);
  await fillBio(page, email);
  // Fills the browser's storage completely.
  await page.evaluate(() => {
    for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2)) {
      for (let n = 0; ; n += 1) {
        try {
          localStorage.setItem(`full-${size}-${n}`, "x".repeat(size));
        } catch {
          break;
        }
      }
    }
  });
  await page.getByRole("button", { name: "Save Progress" }).filter({ visible: true }).click();
  await expectTexts(page, "progress not saved");
});

test("the startup form", async ({ page, baseURL }) => {
  const { email, token } = await account(baseURL!, "startup");
  // An unknown state and a phone number with a dash, as from an old draft.
  const values = { phoneNumber: "80123-45678", stateOfResidence: "Atlantis" };
  await call(baseURL!, "PUT", "/api/verification/draft", token, { values });
  await logIn(page, email, PASSWORD);
  await expectTexts(page, "startup form");
  await expect(page.getByText("Age bracket")).toHaveCount(0);
  await next(page);
  await expectTexts(page, "startup form, unknown state");
});

test("the corporate form", async ({ page, baseURL }) => {
  const { email } = await account(baseURL!, "corporate");
  await logIn(page, email, PASSWORD);
  await expectTexts(page, "company info");
  for (const label of ["Company phone number", "Company email address"])
    await page.getByLabel(label, { exact: true }).fill("");
  await next(page);
  await expectTexts(page, "company info, empty");
  await page.getByLabel("Phone Number").fill("8031234567890123");
  await expectTexts(page, "company info, long phone");
  await expectTextsOnPhone(page, "company info, small");
  await page.getByLabel("Company email address").fill(email);
  await fileInput(page, "Company Logo").setInputFiles(await pdf("logo.pdf"));
  await expectTexts(page, "company info, wrong logo");
  await page.getByRole("button", { name: "Remove Company Logo" }).click();
  await fillCompany(page);
  await pick(page, "Local Government", "Other");
  await next(page);
  await expectTexts(page, "company info, other local government");
  await page.getByLabel("Specify Local Government").fill("Somewhere");
  await next(page);

  await expectTexts(page, "bank details");
  await next(page);
  await expectTexts(page, "bank details, empty");
  await fillBank(page);
  await next(page);

  await expectTexts(page, "signatories");
  await page.getByRole("button", { name: "Add signatory" }).click();
  await expectTexts(page, "signatories, two");
  await page.getByRole("button", { name: "Remove last signatory" }).click();
  await expect(page.getByRole("button", { name: "Remove last signatory" })).toHaveCount(0);
  await next(page);
  await expectTexts(page, "signatories, empty");
  await fillSignatory(page, 1);
  await next(page);

  await expectTexts(page, "company documents");
  await submit(page);
  await expectTexts(page, "company documents, empty");
  await fileInput(page, "TIN certificate").setInputFiles({
    name: "tin.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("notes"),
  });
  await expectTexts(page, "company documents, wrong file");
  await page.getByRole("button", { name: "Remove TIN certificate" }).click();
  await chooseCompanyDocuments(page);
  await failWithoutMessage(page, "**/api/verification/corporate");
  await submit(page);
  await expectTexts(page, "company form, refused");

  // The response is delayed until the busy button has been seen.
  const busy = Promise.withResolvers<void>();
  await page.route("**/api/verification/corporate", (route) => busy.promise.then(() => route.continue()));
  await submit(page);
  await expectTexts(page, "company form, sending");
  busy.resolve();
  await expectTexts(page, "company form, submitted");
  await expect(page).toHaveURL(/\/verification-success/);
});

test("the consultation dialog", async ({ page }) => {
  await page.goto("/contact");
  await page.getByRole("button", { name: "Schedule a Consultation" }).first().click();
  await expectTexts(page, "consultation dialog");
  const send = page.getByRole("button", { name: "Request Consultation" });
  await send.click();
  await expectTexts(page, "consultation dialog, empty");
  const phone = page.getByRole("dialog").getByLabel("Phone Number");
  await phone.fill("8031234567890123");
  await expectTexts(page, "consultation dialog, long phone");
  await phone.fill("08031234567");
  await expectTexts(page, "consultation dialog, leading 0");
  await phone.fill("8031234567");
  await page.getByLabel("Full Name").fill("Ada Test");
  await page.getByLabel("Email").fill("ada@test.example");
  await send.click();
  await expectTexts(page, "consultation requested");
});

test("login and registration, where the server sends no message", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email address").fill("nobody@test.example");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await failWithoutMessage(page, "**/api/auth/login", 401);
  await page.getByRole("button", { name: "Log in" }).click();
  await expectTexts(page, "log-in refused");

  await page.goto("/register");
  await page.getByLabel("Full name").fill("Ada Test");
  await page.getByLabel("Email address").fill(freshEmail("wordless"));
  await page.getByLabel("Phone number").fill("8031234567");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await failWithoutMessage(page, "**/api/auth/register");
  await page.getByRole("button", { name: "Create account" }).click();
  await expectTexts(page, "registration refused");

  await page.goto(`/verify-email?email=${encodeURIComponent(freshEmail("wordless"))}`);
  await page.getByLabel("Code").fill("123456");
  await failWithoutMessage(page, "**/api/auth/verify-email");
  await page.getByRole("button", { name: "Verify email" }).click();
  await expectTexts(page, "code refused");
  await failWithoutMessage(page, "**/api/auth/resend-code");
  await page.getByRole("button", { name: "Resend code" }).click();
  await expectTexts(page, "code not sent");
});

test("every place of the list was visited", () => {
  expect(Object.keys(literals).filter((place) => !visited.has(place as Place))).toEqual([]);
});
