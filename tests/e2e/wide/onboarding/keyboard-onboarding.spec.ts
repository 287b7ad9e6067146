import { samplePdf, samplePhoto } from "../../../../prisma/seed/files";
import { button, dialogHoldsFocus, field, focusIsVisible, press, tabTo, type } from "../../keyboard";
import { account } from "../../rest";
import { PASSWORD, logIn } from "../../support";
import { expect, test, type Locator, type Page } from "../../test";

/** Onboarding with the keyboard alone, from /choose-profile to the submission (WCAG 2.1). */
test.skip(({ isMobile }) => isMobile, "Phones have no Tab key.");

/** Uses a searchable select: types a few letters, and Enter selects the best match. */
async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  const field = page.getByRole("combobox", { name: label, exact: true });
  await type(page, field, typed);
  await expect(page.getByRole("option", { name: option, exact: true })).toBeVisible();
  await press(page, "Enter");
  await expect(field).toHaveValue(option);
}

/** Opens the field's file input with a key. */
async function chooseFile(
  page: Page,
  within: Page | Locator,
  label: string,
  key: "Enter" | "Space",
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const input = within.locator('input[type="file"]:not([capture])').and(within.getByLabel(label));
  // Another document that arrives now may re-render the fields, so this is repeated.
  await expect(async () => {
    await tabTo(page, input);
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser", { timeout: 5_000 }),
      press(page, key),
    ]);
    await chooser.setFiles(file);
  }).toPass({ timeout: 40_000 });
  await expect(within.getByText(file.name)).toBeVisible();
}

/** Presses Next; the next step starts with the focus on its heading. */
async function goOn(page: Page, heading: string): Promise<void> {
  await tabTo(page, button(page, "Next"));
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name: heading, exact: true })).toBeFocused();
}

/** Presses Next or Submit on an invalid step; the first invalid field has the focus. */
async function refused(page: Page, action: string, first: Locator): Promise<void> {
  await tabTo(page, button(page, action));
  await press(page, "Enter");
  await expect(first).toBeFocused();
  await expect(first).toHaveAttribute("aria-invalid", "true");
  await focusIsVisible(page);
}

test("an individual, from the choice of a profile to the submission", async ({ page, baseURL }) => {
  const { email } = await account(baseURL!);
  await logIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\/choose-profile$/);

  // The dialog traps the focus and returns it.
  const contact = button(page, "Contact our team");
  await tabTo(page, contact);
  await press(page, "Enter");
  await dialogHoldsFocus(page, "Contact our team");
  await press(page, "Escape");
  await expect(contact).toBeFocused();

  await tabTo(page, page.getByRole("button", { name: /I want to invest/ }), "Shift+Tab");
  await press(page, "Enter");
  await expect(page).toHaveURL(/\/investor-type$/);
  await tabTo(page, page.getByRole("button", { name: /Personal Investor/ }));
  await press(page, "Space");
  await expect(page).toHaveURL(/\/investor-verification$/);
  await expect(field(page, "First name")).toBeEnabled();

  // The account's name is prefilled.
  await tabTo(page, field(page, "First name"));
  await expect(field(page, "First name")).toHaveValue(/./);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await refused(page, "Next", field(page, "First name"));
  await page.keyboard.type("Ada");
  await type(page, field(page, "Surname"), "Test");
  await tabTo(page, page.getByRole("radio", { name: /Adult/ }));
  await press(page, "Space");
  await press(page, "ArrowRight");
  await expect(page.getByRole("radio", { name: /Minor/ })).toBeChecked();
  await press(page, "ArrowLeft");
  await expect(page.getByRole("radio", { name: /Adult/ })).toBeChecked();
  await tabTo(page, field(page, "Date of birth"));
  // Day or month first, depending on the browser's language.
  await page.keyboard.type("05051990");
  await expect(field(page, "Date of birth")).toHaveValue("1990-05-05");
  await type(page, field(page, "NIN"), "12345678901");
  await choose(page, "State of residence", "fct", "Federal Capital Territory");
  // Selected with the arrow keys, and changed.
  const area = page.getByRole("combobox", { name: "Local Government" });
  await tabTo(page, area);
  await press(page, "ArrowDown");
  await press(page, "ArrowDown");
  await press(page, "Enter");
  await expect(area).not.toHaveValue("");
  await choose(page, "Local government", "bwa", "Bwari");
  await type(page, field(page, "Home address"), "1 Sample Street, Ikeja");
  await goOn(page, "Next of Kin");

  await refused(page, "Next", field(page, "Full name"));
  await page.keyboard.type("Bola Test");
  await tabTo(page, field(page, "Relationship"));
  await page.keyboard.type("Par");
  await expect(field(page, "Relationship")).toHaveValue("Parent");
  await type(page, field(page, "Phone number"), "8029876543");
  await type(page, field(page, "Email address"), "kin@test.example");
  await type(page, field(page, "Home address"), "2 Sample Street, Ikeja");
  await goOn(page, "Account Details");

  await tabTo(page, button(page, "Previous"));
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name: "Next of Kin" })).toBeFocused();
  await goOn(page, "Account Details");
  await type(page, field(page, "Account name"), "Ada Test");
  await choose(page, "Bank", "zen", "Zenith Bank");
  await type(page, field(page, "Account number"), "1234567890");
  await type(page, field(page, "BVN"), "22345678901");
  await tabTo(page, button(page, "Save Progress"));
  await press(page, "Space");
  await expect(page.getByText("Progress saved successfully")).toBeVisible();
  await goOn(page, "KYC Documents");

  await refused(page, "Submit Verification", field(page, "ID document").first());
  const pdf = { name: "id.pdf", mimeType: "application/pdf", buffer: await samplePdf("Identity") };
  await chooseFile(page, page, "ID document", "Enter", pdf);
  const photo = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await samplePhoto(150) };
  await chooseFile(page, page, "Passport photo", "Space", photo);
  const bill = { name: "bill.png", mimeType: "image/png", buffer: await samplePhoto(30, "png") };
  await chooseFile(page, page, "Utility bill", "Enter", bill);
  await tabTo(page, button(page, "Submit Verification"));
  await press(page, "Enter");
  await expect(page).toHaveURL(/\/verification-success$/);
});

test("a company adds and removes signatories", async ({ page, baseURL }) => {
  const { email } = await account(baseURL!, "corporate");
  await logIn(page, email, PASSWORD);
  await expect(field(page, "Company name")).toBeEnabled();
  await refused(page, "Next", field(page, "Company name"));
  await page.keyboard.type("Baobab Foods Limited");
  await type(page, field(page, "Incorporation number"), "RC123456");
  await type(page, field(page, "Date of incorporation"), "14 March 2015");
  await choose(page, "State", "lag", "Lagos");
  await choose(page, "Local government", "ikeja", "Ikeja");
  await type(page, field(page, "Company address"), "1 Sample Avenue, Ikeja");
  await goOn(page, "Bank Details");
  await type(page, field(page, "Account name"), "Baobab Foods Limited");
  await choose(page, "Bank", "zen", "Zenith Bank");
  await type(page, field(page, "Account number"), "1234567890");
  await type(page, field(page, "BVN"), "22345678901");
  await goOn(page, "Signatories");

  const name = (number: number) =>
    page.getByRole("group", { name: `Signatory ${number}`, exact: true }).getByLabel("Full name");
  const add = button(page, "Add signatory");
  const remove = button(page, "Remove last signatory");
  await refused(page, "Next", name(1));
  await tabTo(page, add);
  await press(page, "Enter");
  await expect(name(2)).toBeFocused();
  // An empty signatory is removed without confirmation.
  await tabTo(page, remove);
  await press(page, "Enter");
  await expect(name(2)).toHaveCount(0);
  await expect(add).toBeFocused();

  await press(page, "Space");
  await expect(name(2)).toBeFocused();
  await page.keyboard.type("Bola Test");
  await tabTo(page, remove);
  await press(page, "Enter");
  await dialogHoldsFocus(page, "Remove signatory 2?");
  await press(page, "Escape");
  await expect(remove).toBeFocused();
  await expect(name(2)).toHaveValue("Bola Test");
  await press(page, "Enter");
  await tabTo(page, button(page, "Remove signatory"));
  await press(page, "Enter");
  await expect(name(2)).toHaveCount(0);
  await expect(add).toBeFocused();
  await focusIsVisible(page);
});
