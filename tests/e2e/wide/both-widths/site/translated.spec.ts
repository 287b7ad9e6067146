import { adminPages } from "../../../../support/admin-pages";
import { fillCompany, newCompany } from "../../../company";
import { newInvestor, openAccount } from "../../../own-account";
import { account, submitIndividual, userOf } from "../../../rest";
import {
  authenticate,
  chooseDocuments,
  fillAnswers,
  fillBio,
  freshEmail,
  register,
  submit,
  watchConsole,
} from "../../../support";
import { expect, test, type Page } from "../../../test";
import { translate } from "../../../translated";

/** A page that the browser translates does not crash and shows no outdated text (product 2.1). */
test.beforeEach(({ page }) => translate(page));

const isTranslated = (page: Page) => expect(page.locator("html[data-translated]")).toBeAttached();
const saved = (page: Page) => page.getByText("Saved", { exact: true }).filter({ visible: true });
const errorPage = (page: Page) => page.getByText("Something went wrong");

test("a personal investor registers, applies and is shown the next step", async ({ page }) => {
  const errors = watchConsole(page);
  const email = freshEmail("translated");
  await register(page, email);
  await page.getByRole("button", { name: /I want to invest/ }).click();
  await page.getByRole("button", { name: /Personal Investor/ }).click();
  await expect(page).toHaveURL(/\/investor-verification/);
  await isTranslated(page);
  await page.getByRole("textbox", { name: "First Name" }).fill("Adaobi");
  await expect(saved(page)).toBeVisible();
  await page.getByRole("button", { name: "Save Progress" }).filter({ visible: true }).click();
  await expect(page.getByText("Progress saved successfully")).toBeVisible();
  await page.getByLabel("NIN", { exact: true }).pressSequentially("123");
  await page.getByLabel("NIN", { exact: true }).clear();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("Please fill all required fields correctly before proceeding")).toBeVisible();
  await fillAnswers(page, email);
  await expect(page.getByRole("heading", { name: "KYC Documents" })).toBeVisible();
  await expect(page.getByText("Step 4 of 4: KYC Documents").first()).toBeAttached();
  await chooseDocuments(page);
  await expect(page.getByText("Uploaded")).toHaveCount(3);
  await page.getByRole("button", { name: "Remove Utility bill" }).click();
  await expect(page.getByText("Uploaded")).toHaveCount(2);
  await chooseDocuments(page);
  await expect(page.getByText("Uploaded")).toHaveCount(3);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
  await expect(page.getByText(/^Submitted /)).toBeVisible();
  await page.getByRole("button", { name: "Check for a decision" }).click();
  await expect(errorPage(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("the forms of companies and startups save what is typed, and go on", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  await newCompany(page, baseURL!);
  await isTranslated(page);
  await fillCompany(page);
  await expect(saved(page)).toBeVisible();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Bank Details" })).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.getByRole("heading", { name: "Company Info" })).toBeVisible();
  await page.getByLabel("Company Name").fill("");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(1);

  await page.context().clearCookies();
  const { email } = await openAccount(page, baseURL!, "startup");
  await isTranslated(page);
  await fillBio(page, email, { startup: true });
  await expect(saved(page)).toBeVisible();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Next of Kin" })).toBeVisible();
  await expect(errorPage(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("a session that ends is announced, and a wrong password is refused", async ({ page, baseURL }) => {
  await newInvestor(page, baseURL!);
  await isTranslated(page);
  // The draft has been saved with the token of this page.
  await expect(page.getByRole("textbox", { name: "First Name" })).toBeEnabled();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.setItem("accessToken", "an.expired.token"));
  await page.getByRole("textbox", { name: "First Name" }).fill("Adaobi");
  await expect(page.getByText("Your session has ended")).toBeVisible();
  await expect(page.getByText("Not saved yet").filter({ visible: true })).toBeVisible();
  await page.getByRole("button", { name: "Log in again" }).click();
  await page.getByLabel("Your password").fill("not my password");
  await page.getByRole("dialog").getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  await expect(errorPage(page)).toHaveCount(0);
});

test("reviewers filter the queue, review and decide", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  const [approved, rejected] = await Promise.all([
    account(baseURL!, "personal"),
    account(baseURL!, "personal"),
  ]);
  for (const user of [approved, rejected]) await submitIndividual(baseURL!, user);
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin");
  await isTranslated(page);
  await page.getByPlaceholder("Search users...").fill("no such person anywhere");
  await expect(page.getByRole("heading", { name: "No users found matching your search" })).toBeVisible();
  await page
    .getByRole("button", { name: /show table$/ })
    .first()
    .click();
  await page
    .getByRole("button", { name: /show chart$/ })
    .first()
    .click();

  await page.goto("/admin/verification");
  await isTranslated(page);
  for (const status of ["approved", "rejected", "pending"]) {
    await page.getByRole("combobox", { name: "Status" }).selectOption(status);
    await expect(page.locator("table[aria-busy=true]")).toHaveCount(0);
  }
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("combobox", { name: "Cases" }).selectOption({ index: 1 });
  await page.getByRole("combobox", { name: "Cases" }).selectOption("all");
  await page.getByRole("searchbox", { name: "Search" }).fill(rejected.email);
  await expect(page.getByRole("link", { name: /^View/ })).toHaveCount(1);
  await page.getByRole("link", { name: /^View/ }).click();
  await expect(page.getByRole("heading", { name: "User Verification" })).toBeVisible();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("textbox").fill("Too dark.");
  await page
    .getByRole("alertdialog")
    .or(page.getByRole("dialog"))
    .getByRole("button", { name: "Reject" })
    .click();
  await expect(page.getByText(/^You rejected /)).toBeVisible();

  const { _id } = await userOf(baseURL!, approved.email);
  await page.goto(`/admin/verification/${_id}`);
  await isTranslated(page);
  await page.getByRole("button", { name: /^Show NIN/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page
    .getByRole("button", { name: /^Approve/ })
    .first()
    .click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  const confirmed = page.getByText(/^You approved /);
  await expect(dialog.or(confirmed).first()).toBeVisible();
  if (await dialog.isVisible()) await dialog.getByRole("button", { name: /^Approve/ }).click();
  await expect(confirmed).toBeVisible();

  for (const path of adminPages) {
    await page.goto(path);
    await isTranslated(page);
    await page.reload();
  }
  await page.goto("/admin/users");
  await page.getByRole("combobox", { name: "Status" }).selectOption("approved");
  await page.getByRole("searchbox", { name: "Search" }).fill(approved.email);
  await expect(page.getByText("Showing 1 of 1 users")).toBeVisible();
  await page
    .getByRole("button", { name: /^Actions/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "View Details" }).click();
  await expect(page.getByRole("dialog").getByText("First name")).toBeVisible();
  await expect(errorPage(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});
