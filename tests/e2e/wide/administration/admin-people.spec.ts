import { readFile } from "node:fs/promises";
import { expect, test } from "../../test";
import { authenticate, mailTo } from "../../support";
import { row, fresh } from "../../administration/admin-people-steps";

test("administrators cannot delete themselves, and a failed deletion shows an error", async ({ page }) => {
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/sub-admins?q=seedline.example");
  const ownRow = row(page, "super@seedline.example");
  await expect(ownRow).toContainText("You");
  await ownRow.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByRole("menuitem", { name: "Delete Admin" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");

  await page.route("**/api/admin/users/*", (route) =>
    route.request().method() === "DELETE"
      ? route.fulfill({ status: 500, json: { success: false } })
      : route.continue(),
  );
  await row(page, "admin@seedline.example")
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: "Delete Admin" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Admin" }).click();
  await expect(page.getByText("Failed to delete admin")).toBeVisible();
});

test("the list after a failure, and without entries", async ({ page }) => {
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/sub-admins?q=nobody-of-this-name");
  await expect(page.getByRole("heading", { name: "No administrators found." })).toBeVisible();
  await page.route("**/api/admin/users?*", (route) =>
    route.fulfill({ status: 400, json: { success: false } }),
  );
  await page.getByRole("button", { name: "Clear search" }).first().click();
  await expect(page.getByRole("heading", { name: "Failed to load administrators" })).toBeVisible();
});

test("an administrator is invited with a link instead of a password", async ({ page }) => {
  const email = fresh();
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/sub-admins");
  await page.getByRole("button", { name: "Create Admin" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Admin" });
  await dialog.getByLabel("Full name").fill("Invited Helper");
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByLabel("Send an invitation link instead").check();
  await expect(dialog.getByLabel("Password")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Create Admin" }).click();
  await expect(page.getByText("Sub-admin created successfully")).toBeVisible();
  expect((await mailTo(email, /now an administrator/)).text).toContain("/reset-password?token=");
});

test("the audit log is exported, and its last line is signed", async ({ page }) => {
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/audit");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export audit log" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.jsonl$/);
  await expect(page.getByText("Audit log exported")).toBeVisible();
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\n");
  expect(JSON.parse(lines.at(-2)!)).toMatchObject({
    action: "audit.exported",
    seq: String(lines.length - 1),
  });
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ head: { seq: String(lines.length - 1) } });
});

test("a failed export of the audit log shows an error", async ({ page }) => {
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/audit");
  await page.route("**/api/admin/audit/export", (route) =>
    route.fulfill({ status: 500, json: { success: false } }),
  );
  await page.getByRole("button", { name: "Export audit log" }).click();
  await expect(page.getByText("Could not export the audit log")).toBeVisible();
});
