import { button, dialogHoldsFocus, field, focusIsVisible, press, tabTo, type } from "../../keyboard";
import { account } from "../../rest";
import { PASSWORD, logIn } from "../../support";
import { expect, test } from "../../test";
import { choose, goOn, refused } from "../../onboarding/keyboard-onboarding-steps";

/** Onboarding with the keyboard alone, from /choose-profile to the submission (WCAG 2.1). */
test.skip(({ isMobile }) => isMobile, "Phones have no Tab key.");

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
