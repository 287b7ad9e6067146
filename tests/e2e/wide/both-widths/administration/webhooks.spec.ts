import { uuidv7 } from "@/lib/ids";
import { startReceiver } from "../../../../support/webhook-receiver";
import { check } from "../../../axe";
import { fits } from "../../../fits";
import { authenticate, watchConsole } from "../../../support";
import { expect, test } from "../../../test";

/** A super administrator makes a webhook, tests it, sees why it fails, and sends again (product 10.46). */
test("a webhook is made, tested, fails and delivers again", async ({ page }) => {
  await using receiver = await startReceiver();
  const errors = watchConsole(page);
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/webhooks");
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog");
  const name = `Warehouse ${uuidv7().slice(-6)}`;
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Address").fill("ftp://example.com");
  await dialog.getByRole("checkbox", { name: "plan.return_declared" }).check();
  await dialog.getByRole("button", { name: "Make webhook" }).click();
  await expect(dialog.getByLabel("Address")).toHaveAccessibleDescription(/Enter an address such as/);
  await check(page, "the form of a webhook");
  await fits(page, "the form of a webhook");
  await dialog.getByLabel("Address").fill(receiver.url);
  await dialog.getByRole("button", { name: "Make webhook" }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await fits(page, "a new webhook");
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("On");
  await check(page, "the list of webhooks");
  await fits(page, "the list of webhooks");

  await row.getByRole("link", { name }).click();
  receiver.answer = () => ({ status: 503, body: "Down for maintenance" });
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("Down for maintenance")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "webhook.test" })).toContainText("Failed");
  await check(page, "a webhook that fails");
  await fits(page, "a webhook that fails");

  receiver.answer = () => ({ status: 200, body: "Thank you" });
  await page.getByRole("button", { name: /^Send again.*webhook\.test/ }).click();
  await expect(page.getByText("Thank you")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "webhook.test" })).toContainText("Delivered");

  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page).toHaveURL(/\/admin\/webhooks$/);
  await expect(row).toHaveCount(0);
  expect(errors).toEqual([]);
});
