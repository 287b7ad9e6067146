import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "./test";
import { authenticate, logIn, mailTo, watchConsole } from "./support";

/** Manage Administrators, for super administrators only (product 2.15, 5.5). */
const row = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });
const fresh = () => `helper.${process.pid}.${Date.now().toString(36)}@seedline.example`;

test("an administrator is created, viewed, logs in and is deleted", async ({ page, browser, baseURL }) => {
  const errors = watchConsole(page);
  const email = fresh();
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/sub-admins");
  await page.getByRole("button", { name: "Create Admin" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Admin" });
  await expect(dialog.getByText("Only @seedline.example addresses are allowed.")).toBeVisible();

  // Each violated rule of product 5.5.
  await dialog.getByLabel("Full name").fill("A");
  await expect(dialog.getByText("Name must be at least 2 characters")).toBeVisible();
  await dialog.getByLabel("Email address").fill("helper@elsewhere.example");
  await expect(dialog.getByText("Email must end with @seedline.example")).toBeVisible();
  const password = dialog.getByLabel("Password");
  for (const [typed, message] of [
    ["Short1", "Password must be at least 8 characters"],
    ["lower-case-1", "Password must contain at least one uppercase letter"],
    ["UPPER-CASE-1", "Password must contain at least one lowercase letter"],
    ["No-numbers-here", "Password must contain at least one number"],
  ] as const) {
    await password.fill(typed);
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await dialog.getByLabel("Full name").fill("New Helper");
  await dialog.getByLabel("Email address").fill(email);
  await password.fill("Helper-Passw0rd-9");
  await dialog.getByRole("button", { name: "Create Admin" }).click();
  await expect(page.getByText("Sub-admin created successfully")).toBeVisible();

  // The same address again: the error is at its field, and the input is retained.
  await page.getByRole("button", { name: "Create Admin" }).click();
  await dialog.getByLabel("Full name").fill("New Helper");
  await dialog.getByLabel("Email address").fill(email);
  await password.fill("Helper-Passw0rd-9");
  await dialog.getByRole("button", { name: "Create Admin" }).click();
  await expect(dialog.getByText("An account with this email already exists").first()).toBeVisible();
  await expect(dialog.getByLabel("Full name")).toHaveValue("New Helper");
  await page.keyboard.press("Escape");

  await page.getByLabel("Search administrators").fill(email);
  await expect(row(page, email)).toHaveCount(1);
  await expect(row(page, email)).toContainText("Not provided");
  await row(page, email).getByRole("button", { name: "Actions for New Helper" }).click();
  await page.getByRole("menuitem", { name: "View Details" }).click();
  const details = page.getByRole("dialog", { name: "New Helper" });
  for (const label of ["Full name", "Email", "Phone", "Role", "Created"])
    await expect(details.getByText(label, { exact: true })).toBeVisible();
  await expect(details.getByText("Administrator", { exact: true })).toBeVisible();
  await details.getByRole("button", { name: "Close" }).last().click();

  const context = await browser.newContext({ baseURL: baseURL! });
  const other = await context.newPage();
  await logIn(other, email, "Helper-Passw0rd-9");
  await expect(other).toHaveURL(/\/admin$/);

  await row(page, email).getByRole("button", { name: "Actions for New Helper" }).click();
  await page.getByRole("menuitem", { name: "Delete Admin" }).click();
  const removal = page.getByRole("alertdialog", { name: "Delete New Helper" });
  // Nothing is to be filled in.
  await expect(removal.locator("input, select, textarea")).toHaveCount(0);
  await removal.getByRole("button", { name: "Delete Admin" }).click();
  await expect(page.getByText("Admin deleted successfully")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No administrators found." })).toBeVisible();
  await other.goto("/admin/users");
  await expect(other).toHaveURL(/\/login/);
  await context.close();
  expect(errors).toEqual([]);
});

test("administrators cannot delete themselves, and a failed deletion shows an error", async ({ page }) => {
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/sub-admins?q=seedline.example");
  const own = row(page, "super@seedline.example");
  await expect(own).toContainText("You");
  await own.getByRole("button", { name: /^Actions for/ }).click();
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
