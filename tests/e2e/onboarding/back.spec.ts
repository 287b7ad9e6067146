import { expect, test } from "../test";
import { account } from "../rest";
import { PASSWORD, fillAnswers, logIn } from "../support";
import { heading, steps, expectStep } from "./back-steps";

/**
 * Back and Forward at every stage (product 2.2-2.6): they change the step inside a form, and never lead back to a completed
 * stage.
 */
test.setTimeout(180_000);

/**
 * The URL to which Back leads. It exists once the form's rules are loaded, which determine how far the answers are complete.
 */
function entryBefore(): string {
  const { navigation } = window as unknown as {
    navigation: { entries: () => { url: string }[]; currentEntry: { index: number } };
  };
  return navigation.entries()[navigation.currentEntry.index - 1]?.url ?? "";
}

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
  // Two entries at once.
  await page.evaluate(() => history.go(2));
  await expectStep(page, form, steps, 3);

  // When the form is opened from outside, the steps before are in the history too.
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
