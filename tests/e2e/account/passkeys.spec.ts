import { mailTo, watchConsole } from "../support";
import { expect, test } from "../test";
import {
  section,
  list,
  dialog,
  usePasskey,
  openSecurity,
  addFirst,
  logOut,
  givePassword,
} from "./passkeys-steps";

/** Passkeys in a browser with a virtual authenticator: added, used at login and for step-up, removed. */
test.describe.configure({ mode: "parallel" });

test("a passkey is added, logs in, and is removed", { tag: "@desktop" }, async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  const { email, setVerified } = await openSecurity(page, baseURL!);
  await expect(section(page).getByText("A passkey confirms that it's you")).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await addFirst(page);
  await expect(section(page).getByText("since")).toBeVisible();
  await expect(list(page).getByText("Not used yet")).toBeVisible();
  await expect(section(page).locator(":focus")).toHaveCount(1);
  await mailTo(email, /Two-step login is on/);
  await logOut(page);

  await givePassword(page, email);
  await expect(page.getByRole("heading", { name: "Confirm it's you" })).toBeVisible();
  await expect(usePasskey(page)).toBeFocused();
  await setVerified(false);
  await page.keyboard.press("Enter");
  await expect(page.getByText("No passkey was used. Try again, or use another method.")).toBeVisible();
  await setVerified(true);
  await usePasskey(page).click();
  await expect(page).toHaveURL(/\/account\/security/);
  await expect(list(page).getByText("Last used on")).toBeVisible();

  await list(page)
    .getByRole("button", { name: /Remove/ })
    .click();
  const removing = dialog(page, "Remove this passkey?");
  await expect(removing.getByText("Without it two-step login is off")).toBeVisible();
  await removing.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Two-step login is off", { exact: true })).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await mailTo(email, /Two-step login is off/);
  await logOut(page);
  await givePassword(page, email);
  await expect(page).toHaveURL(/\/account\/security/);
  expect(errors).toEqual([]);
});
