import { logIn } from "../support";
import { expect, type Page } from "../test";
import { test, visit } from "./second-approval-steps";

const menuEntry = async (page: Page, isMobile: boolean) => {
  if (isMobile) await page.getByRole("button", { name: "Open menu" }).click();
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /Approvals/ });
};

test("two super administrators: switching on, a flagged approval, switching off", async ({
  page,
  browser,
  own,
  isMobile,
}) => {
  // A second super administrator, and a case with another user's phone number.
  await own.query(
    `INSERT INTO users (id, email, email_verified_at, name, phone, password_hash, role, is_super, updated_at)
     SELECT gen_random_uuid(), 'second@seedline.example', now(), 'Second Super', '', password_hash, 'admin', true, now()
     FROM users WHERE email = 'super@seedline.example'`,
  );
  await own.query(
    `UPDATE users SET phone = (SELECT phone FROM users WHERE email = 'investor@demo.example')
     WHERE email = 'corporate@demo.example'`,
  );

  await logIn(page, "super@seedline.example");
  await (await menuEntry(page, isMobile)).click();
  await expect(page.getByRole("heading", { name: "No requests waiting" })).toBeVisible();
  const rule = page.getByRole("switch", { name: "Second approval" });
  await expect(rule).not.toBeChecked();
  await rule.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Switch on" }).click();
  await expect(rule).toBeChecked();
  await expect(page.getByText(/^On since .+ by /)).toBeVisible();

  // The approval becomes a proposal, which is not an error.
  await page.goto("/admin/verification?role=all&status=pending&q=corporate%40demo.example");
  await page.getByRole("link", { name: /^View/ }).first().click();
  await expect(page.getByRole("region", { name: "Findings" })).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).filter({ visible: true }).first().click();
  const review = page.url();
  const question = page.getByRole("alertdialog", { name: /^Approve / });
  await expect(question.getByText("Another administrator must confirm this approval")).toBeVisible();
  await question.getByRole("button", { name: "Approve", exact: true }).click();
  const notice = page.getByRole("region", { name: "Waiting for a second approval" });
  const approve = page.getByRole("button", { name: "Approve" }).filter({ visible: true });
  await expect(notice).toBeFocused();
  await expect(page.getByText("Waiting for a second approval")).toHaveCount(1);
  await expect(notice.getByText(/^You asked to approve a verification with a serious finding/)).toBeVisible();
  await expect(approve).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Reject" }).filter({ visible: true })).toHaveCount(1);
  await notice.getByRole("button", { name: "Withdraw" }).click();
  await expect(notice).toHaveCount(0);
  await expect(approve).toBeFocused();
  await approve.press("Enter");
  await question.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(notice).toBeFocused();
  await expect(notice.getByRole("button", { name: "Withdraw" })).toBeVisible();
  await expect(page.getByText("Pending").filter({ visible: true }).first()).toBeVisible();
  await page.goto("/admin/approvals");
  await expect(page.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Withdraw: Approve/ })).toBeVisible();
  await expect(page.getByText(/another account has a number, a document, a phone number/)).toBeVisible();

  const second = await visit(browser, own.url, "second@seedline.example");
  const entry = await menuEntry(second, isMobile);
  await expect(entry).toHaveText("Approvals1 waiting");
  await entry.click();
  await second.getByRole("button", { name: /^Confirm: Approve/ }).click();
  const dialog = second.getByRole("alertdialog", { name: /^Confirm: Approve .+\?$/ });
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(second.getByRole("heading", { name: "No requests waiting" })).toBeVisible();
  await expect(second.getByRole("region", { name: "Waiting for confirmation" })).toBeFocused();
  await page.goto(review);
  await expect(page.getByText("Approved").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText("Waiting for a second approval")).toHaveCount(0);

  // Switching it off requires both administrators.
  await page.goto("/admin/approvals");
  await rule.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Request switch-off" }).click();
  await expect(page.getByText("The request to switch it off is waiting for confirmation.")).toBeVisible();
  await expect(rule).toBeChecked();
  await second.reload();
  await second.getByRole("button", { name: /^Confirm: Switch off/ }).click();
  await second.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await expect(second.getByRole("switch", { name: "Second approval" })).not.toBeChecked();
});
