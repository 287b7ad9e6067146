import { test, visit } from "../../approvals/second-approval-steps";
import { authenticate } from "../../support";
import { expect } from "../../test";

test("a proposed deletion is declined, proposed again and withdrawn", async ({ page, browser, own }) => {
  await own.query(
    "INSERT INTO requirements (requirement, switched_on_by_id) SELECT 'second_approval', id FROM users WHERE email = 'super@seedline.example' ON CONFLICT DO NOTHING",
  );
  await authenticate(page, "admin@seedline.example");
  const ask = async () => {
    await page.goto("/admin/users?q=rejected%40demo.example");
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Delete User" }).click();
    const dialog = page.getByRole("alertdialog");
    // The reason is requested once it is known that a second administrator must confirm.
    const reason = dialog.getByLabel("Reason");
    await expect(reason).toHaveCount(0);
    await dialog.getByRole("button", { name: "Delete User" }).click();
    await expect(dialog.getByText(/^A second administrator must confirm this deletion\./)).toBeVisible();
    await expect(reason).toBeFocused();
    await reason.selectOption("Suspected fraud");
    await dialog.getByRole("button", { name: "Delete User" }).click();
    await expect(page.getByText("Waiting for a second approval")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(1);
  };
  await ask();
  const boss = await visit(browser, own.url, "super@seedline.example");
  await boss.goto("/admin/approvals");
  const pending = boss.getByRole("region", { name: "Waiting for confirmation" });
  await expect(pending.getByText(/Reason: Suspected fraud\.$/)).toBeVisible();
  await boss.getByRole("button", { name: /^Decline: Delete/ }).click();
  const declining = boss.getByRole("dialog");
  await declining.getByRole("button", { name: "Decline" }).click();
  await expect(declining.getByText("Give a reason for the administrator who asked.")).toBeVisible();
  await declining.getByLabel("Reason").fill("Ask the applicant first.");
  await declining.getByRole("button", { name: "Decline" }).click();
  await expect(boss.getByRole("heading", { name: "No requests waiting" })).toBeVisible();

  await ask();
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "View Details" }).click();
  await page.getByRole("link", { name: "View User" }).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("Waiting for a second approval")).toHaveCount(0);
});
