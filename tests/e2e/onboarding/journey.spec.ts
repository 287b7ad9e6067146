import { expect, test } from "../test";
import {
  approveAtOnce,
  chooseDocuments,
  fillAnswers,
  freshEmail,
  mailTo,
  register,
  submit,
  watchConsole,
} from "../support";
import { asAdmin, openInQueue } from "./journey-steps";
import { phone } from "../devices";

test.use(phone);

test("a personal investor registers, verifies, is approved and reaches the dashboard", async ({
  page,
  browser,
}) => {
  const errors = watchConsole(page);
  const email = freshEmail("investor");
  await register(page, email);
  await expect(page.getByRole("heading", { name: "What brings you to the product?" })).toBeVisible();
  await page.getByRole("button", { name: /I want to invest/ }).click();
  await expect(page).toHaveURL(/\/investor-type/);
  await page.getByRole("button", { name: /Personal Investor/ }).click();
  await expect(page).toHaveURL(/\/investor-verification/);
  await fillAnswers(page, email);
  await chooseDocuments(page);
  await expect(page.getByText(/^By submitting you agree that we check the NIN/)).toBeVisible();
  await submit(page);
  await expect(page.getByText("Verification submitted successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/verification-success/);
  await mailTo(email, /received your verification/);

  // While pending, every other page redirects here.
  for (const elsewhere of ["/dashboard", "/investor-verification", "/choose-profile", "/admin", "/profile"]) {
    await page.goto(elsewhere);
    await expect(page).toHaveURL(/\/verification-success/);
  }

  await asAdmin(browser, async (admin) => {
    await openInQueue(admin, email, "investor");
    await expect(admin.getByText("•••••••8901").first()).toBeVisible();
    // The form sent the applicant's consent.
    await expect(admin.getByRole("button", { name: "Check all with Sandbox" })).toBeVisible();
    await admin.getByRole("button", { name: /^View/ }).first().click();
    const dialog = admin.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await admin.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await approveAtOnce(admin);
  });

  await mailTo(email, /is approved/);
  await page.goto("/verification-success");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("Approved").first()).toBeVisible();
  expect(errors).toEqual([]);
});

test("a startup is rejected with a reason, resubmits and is approved", async ({ page, browser }) => {
  const errors = watchConsole(page);
  const email = freshEmail("startup");
  await register(page, email);
  await page.getByRole("button", { name: /I need funding/ }).click();
  await expect(page).toHaveURL(/\/apply-for-funding/);
  await expect(page.getByRole("heading", { name: "Apply for Startup Funding" })).toBeVisible();
  await fillAnswers(page, email, { startup: true });
  await chooseDocuments(page);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);

  await asAdmin(browser, async (admin) => {
    await openInQueue(admin, email, "startup");
    await admin
      .getByRole("button", { name: /Reject/ })
      .first()
      .click();
    const dialog = admin.getByRole("dialog");
    await expect(dialog.getByText("Provide a short reason. The user will see this message.")).toBeVisible();
    await dialog.getByRole("textbox").fill("no");
    await dialog.getByRole("button", { name: /Reject/ }).click();
    await expect(dialog.getByText("Minimum 3 characters.")).toBeVisible();
    await dialog.getByRole("textbox").fill("The photo is blurred.");
    await dialog.getByRole("button", { name: /Reject/ }).click();
    await expect(admin.getByText(/^You rejected /)).toBeVisible();
  });

  await mailTo(email, /was not approved/);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/apply-for-funding/);
  await expect(page.getByText("The photo is blurred.").filter({ visible: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Ada");
  await fillAnswers(page, email, { startup: true });
  await chooseDocuments(page);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);

  await asAdmin(browser, async (admin) => {
    await openInQueue(admin, email, "startup");
    await approveAtOnce(admin);
  });
  await page.goto("/");
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(errors).toEqual([]);
});
