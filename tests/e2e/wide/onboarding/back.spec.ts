import { expect, test, type Page } from "../../test";
import {
  chooseCompanyDocuments,
  fillBank,
  fillCompany,
  fillSignatory,
  newCompany,
  next,
} from "../../company";
import { account, approve } from "../../rest";
import {
  PASSWORD,
  chooseDocuments,
  fillAnswers,
  freshEmail,
  logIn,
  register,
  submit,
  watchConsole,
} from "../../support";

/**
 * Back and Forward at every stage (product 2.2-2.6) change the step inside a form, and never lead back to a completed
 * stage.
 */
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const steps = ["Bio Data", "Next of Kin", "Account Details", "KYC Documents"];

/** Expects the step at its URL, scrolled to the top, with the focus on its heading. */
async function expectStep(page: Page, path: string, titles: readonly string[], step: number): Promise<void> {
  await expect(heading(page, titles[step]!)).toBeVisible();
  await expect(page).toHaveURL(
    (url) => url.pathname + url.search === (step ? `${path}?step=${step + 1}` : path),
  );
  await expect(heading(page, titles[step]!)).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
}

/** Returns the URL to which Back leads. It exists once the form's rules are loaded, because they determine the furthest complete step. */
function entryBefore(): string {
  const { navigation } = window as unknown as {
    navigation: { entries: () => { url: string }[]; currentEntry: { index: number } };
  };
  return navigation.entries()[navigation.currentEntry.index - 1]?.url ?? "";
}

test("an individual, from registration to logout", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  const email = freshEmail("back");
  await page.goto("/plans");
  await register(page, email);

  // The choices replace each other in the history: a completed choice is not offered again.
  await page.getByRole("button", { name: /I want to invest/ }).click();
  await expect(page).toHaveURL(/\/investor-type$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/investor-type$/);
  await page.getByRole("button", { name: /Personal Investor/ }).click();
  const form = "/investor-verification";
  await expect(page).toHaveURL(/\/investor-verification$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/plans$/);
  await page.goForward();
  await expect(page).toHaveURL(/\/investor-verification$/);

  // Inside the form each step is one history entry, and Previous does the same as Back.
  await fillAnswers(page, email);
  await expectStep(page, form, steps, 3);
  const entries = await page.evaluate(() => history.length);
  for (const step of [2, 1, 0]) {
    await page.goBack();
    await expectStep(page, form, steps, step);
  }
  await expect(page.getByRole("textbox", { name: "First Name" })).toHaveValue("Ada");
  for (const step of [1, 2, 3]) {
    await page.goForward();
    await expectStep(page, form, steps, step);
  }
  await page.getByRole("button", { name: "Previous" }).click();
  await expectStep(page, form, steps, 2);
  await page.getByRole("button", { name: "Previous" }).click();
  await expectStep(page, form, steps, 1);
  await page.goBack();
  await expectStep(page, form, steps, 0);
  for (const step of [1, 2, 3]) {
    await next(page);
    await expectStep(page, form, steps, step);
  }
  expect(await page.evaluate(() => history.length)).toBe(entries);

  // A reload stays on the step, and the steps before remain in the history.
  await expect(page.getByText("Saved", { exact: true }).filter({ visible: true })).toBeVisible();
  await page.reload();
  await expect(heading(page, "KYC Documents")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit Verification" })).toBeEnabled();
  await page.goBack();
  await expectStep(page, form, steps, 2);
  await page.goForward();
  await expectStep(page, form, steps, 3);
  expect(await page.evaluate(() => history.length)).toBe(entries);

  await chooseDocuments(page);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success$/);
  for (let press = 0; press < 3; press += 1) {
    await page.goBack();
    await expect(page).toHaveURL(/\/verification-success$/);
    await expect(heading(page, "We have received your verification")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "First Name" })).toHaveCount(0);
  }
  await page.goForward();
  await expect(page).toHaveURL(/\/verification-success$/);

  await approve(baseURL!, email);
  await page.getByRole("button", { name: "Check for a decision" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goForward();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.getByRole("button", { name: /My Account|account menu/i }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText("Hello, Ada")).toHaveCount(0);
  await page.goForward();
  await expect(page).toHaveURL(/\/login/);
  expect(errors).toEqual([]);
});

test("a company, from the first step to the decision", async ({ page, baseURL }) => {
  const titles = ["Company Info", "Bank Details", "Signatories", "Documents"];
  const form = "/corporate-verification";
  await newCompany(page, baseURL!);
  await fillCompany(page);
  await next(page);
  await fillBank(page);
  await next(page);
  await fillSignatory(page, 1);
  await next(page);
  await expectStep(page, form, titles, 3);
  await page.goBack();
  await expectStep(page, form, titles, 2);
  await expect(page.getByLabel("Full Name")).toHaveValue("Signatory Number 1");
  await page.goForward();
  await chooseCompanyDocuments(page);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/verification-success$/);
  await expect(heading(page, "We have received your verification")).toBeVisible();
});

test("neither a URL nor Forward skips an invalid step", async ({ page, baseURL }) => {
  const { email } = await account(baseURL!, "personal");
  await logIn(page, email, PASSWORD);
  const form = "/investor-verification";
  await page.goto(`${form}?step=4`);
  await expect(page.getByRole("textbox", { name: "First Name" })).toBeEnabled();
  await expect(heading(page, "Bio Data")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${form}$`));
  for (const nonsense of ["0", "-1", "9", "2.5", "x", ""]) {
    await page.goto(`${form}?step=${nonsense}`);
    await expect(page.getByRole("textbox", { name: "First Name" })).toBeEnabled();
    await expect(page).toHaveURL(new RegExp(`${form}$`));
  }

  await fillAnswers(page, email);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expectStep(page, form, steps, 0);
  await page.getByLabel("Surname").fill("");
  await page.goForward();
  await expect(page.getByText("Please fill all required fields correctly before proceeding")).toBeVisible();
  await expect(page.getByLabel("Surname")).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`${form}$`));
  await page.getByLabel("Surname").fill("Test");
  await page.goForward();
  await expectStep(page, form, steps, 1);
  // Goes back two entries at once.
  await page.evaluate(() => history.go(2));
  await expectStep(page, form, steps, 3);

  // When the form is opened from outside, the history also contains the steps before.
  await expect(page.getByText("Saved", { exact: true }).filter({ visible: true })).toBeVisible();
  await page.goto("/about");
  await page.goto(`${form}?step=3`);
  await expect(page.getByLabel("Account Name")).toHaveValue("Ada Test");
  await expect(page.getByLabel("Account Name")).toBeEnabled();
  await expect.poll(() => page.evaluate(entryBefore)).toMatch(/\?step=2$/);
  await page.goBack();
  await expectStep(page, form, steps, 1);
  await page.goBack();
  await expectStep(page, form, steps, 0);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
});

test("a form restored from the back/forward cache is loaded again", async ({ page, baseURL }) => {
  const { email } = await account(baseURL!, "startup");
  await logIn(page, email, PASSWORD);
  await expect(page.getByRole("textbox", { name: "First Name" })).toBeEnabled();
  const loaded = page.waitForEvent("load");
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await loaded;
  await expect(page.getByRole("textbox", { name: "First Name" })).toBeEnabled();
});
