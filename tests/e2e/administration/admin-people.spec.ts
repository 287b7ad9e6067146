import { expect, test } from "../test";
import { authenticate, logIn, watchConsole } from "../support";
import { row, fresh } from "./admin-people-steps";

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
  const otherTab = await context.newPage();
  await logIn(otherTab, email, "Helper-Passw0rd-9");
  await expect(otherTab).toHaveURL(/\/admin$/);

  await row(page, email).getByRole("button", { name: "Actions for New Helper" }).click();
  await page.getByRole("menuitem", { name: "Delete Admin" }).click();
  const removal = page.getByRole("alertdialog", { name: "Delete New Helper" });
  // There are no fields to fill in.
  await expect(removal.locator("input, select, textarea")).toHaveCount(0);
  await removal.getByRole("button", { name: "Delete Admin" }).click();
  await expect(page.getByText("Admin deleted successfully")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No administrators found." })).toBeVisible();
  await otherTab.goto("/admin/users");
  await expect(otherTab).toHaveURL(/\/login/);
  await context.close();
  expect(errors).toEqual([]);
});
