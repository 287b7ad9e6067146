import { expect, test } from "../test";
import { applicantNamed, userOf, type Account } from "../rest";
import { authenticate } from "../support";
import { heading } from "./admin-review-steps";

test("the queue and the review work with the keyboard alone", async ({ page, baseURL, isMobile }) => {
  test.skip(isMobile, "a phone has no keys");
  const mark = `Keys${Date.now().toString(36)}`;
  const people: Account[] = [];
  for (let n = 0; n < 3; n += 1) {
    people.push(await applicantNamed(baseURL!, `${mark} ${n}`));
  }
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification?q=${mark}&order=newest`);
  await expect(page.getByRole("link", { name: `View ${mark} 2` })).toBeVisible();

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // Newest first: 2, 1, 0.
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: `View ${mark} 2` })).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: `View ${mark} 0` })).toBeFocused();
  await page.keyboard.press("k");
  await expect(page.getByRole("link", { name: `View ${mark} 1` })).toBeFocused();
  await page.keyboard.press("Enter");

  const user = (n: number) => expect(page.getByTitle(`${mark} ${n}`)).toBeVisible();
  await expect(heading(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await user(1);
  await expect(page.getByRole("button", { name: "Next in list (j)" })).toBeEnabled();
  await page.keyboard.press("j");
  await user(0);
  await expect(page.getByRole("button", { name: "Next in list (j)" })).toBeDisabled();
  await page.keyboard.press("k");
  await user(1);
  await expect(page.getByRole("button", { name: "Previous in list (k)" })).toBeEnabled();
  await page.keyboard.press("k");
  await user(2);

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  // While a dialog is open, shortcuts do not approve or reject behind it.
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);

  await page.keyboard.press("r");
  const refusal = page.getByRole("dialog", { name: `Reject ${mark} 2` });
  await expect(refusal.getByText("Provide a short reason. The user will see this message.")).toBeVisible();
  await expect(refusal.getByLabel("Reason")).toBeFocused();
  // In a text field, letters are not shortcuts.
  await page.keyboard.type("ajar");
  await expect(refusal.getByLabel("Reason")).toHaveValue("ajar");
  await page.keyboard.press("Escape");

  await page.keyboard.press("a");
  const question = page.getByRole("alertdialog", { name: `Approve ${mark} 2` });
  await expect(question).toContainText(
    `Are you sure you want to approve ${mark} 2? This will allow them full access to the platform.`,
  );
  await expect(question.getByRole("button", { name: "Approve" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`You approved ${mark} 2`)).toBeVisible();
  expect((await userOf(baseURL!, people[2]!.email)).isVerified).toBe(true);

  // It is no longer in the list, but the link to the next submission remains. Shortcuts have no effect on a decided submission.
  await page.keyboard.press("a");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.keyboard.press("j");
  await user(1);
});
