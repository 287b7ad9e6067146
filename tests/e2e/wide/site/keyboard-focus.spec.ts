import { button, dialogHoldsFocus, field, focusIsVisible, press, tabTo, type } from "../../keyboard";
import { account } from "../../rest";
import { PASSWORD, authenticate, freshEmail } from "../../support";
import { expect, test } from "../../test";

/** The focus of keyboard-only users (WCAG 2.1). */
test.skip(({ isMobile }) => isMobile, "Phones have no Tab key.");

test("the consultation dialog traps the focus and returns it", async ({ page }) => {
  await page.goto("/contact");
  const open = button(page, "Schedule a Consultation").first();
  await tabTo(page, open);
  await press(page, "Enter");
  await dialogHoldsFocus(page, "Schedule a Consultation");
  const dialog = page.getByRole("dialog");
  await type(page, dialog.getByLabel("Full name"), "A");
  await press(page, "Enter");
  await expect(dialog.getByText("Name must be at least 2 characters")).toBeVisible();
  await expect(dialog.getByLabel("Full name")).toBeFocused();
  await press(page, "Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await focusIsVisible(page);
});

test("the code field has the focus after registration", async ({ page }) => {
  await page.goto("/register");
  await type(page, field(page, "Full name"), "Ada Test");
  await type(page, field(page, "Email address"), freshEmail("keys"));
  await type(page, field(page, "Phone number"), "8031234567");
  await type(page, field(page, "Password"), PASSWORD);
  await press(page, "Enter");
  await expect(page).toHaveURL(/\/verify-email/);
  await expect(field(page, "Code")).toBeFocused();
});

test("the skip link and the account menu", async ({ page, baseURL }) => {
  const { email } = await account(baseURL!);
  await authenticate(page, email, PASSWORD);
  await page.goto("/choose-profile");
  await press(page, "Tab");
  await focusIsVisible(page);
  await press(page, "Enter");
  await expect(page.getByRole("main")).toBeFocused();
  const menu = button(page, "My Account");
  await tabTo(page, menu, "Shift+Tab");
  await press(page, "Enter");
  await expect(page.getByRole("menuitem", { name: "Account security" })).toBeFocused();
  await press(page, "ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Log out" })).toBeFocused();
  await press(page, "Escape");
  await expect(menu).toBeFocused();
});
