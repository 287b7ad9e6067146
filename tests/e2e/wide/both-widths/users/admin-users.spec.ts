import { account, approve, call, submitIndividual, userOf } from "../../../rest";
import { authenticate, menuItems, watchConsole } from "../../../support";
import { expect, test, type Page } from "../../../test";
import { row, act } from "../../../users/admin-users-steps";

const offered = async (page: Page, email: string): Promise<string[]> => {
  await row(page, email)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  const items = await menuItems(page);
  await page.keyboard.press("Escape");
  return items;
};

for (const reader of ["admin", "super"] as const) {
  test(`every action on a user, as ${reader}`, async ({ page, baseURL }) => {
    const errors = watchConsole(page);
    const user = await account(baseURL!, "personal");
    await submitIndividual(baseURL!, user);
    await authenticate(page, `${reader}@seedline.example`);
    await page.goto(`/admin/users?q=${encodeURIComponent(user.email)}`);
    await expect(page.getByText("Showing 1 of 1 users")).toBeVisible();
    await expect(page.getByText("Page 1 of 1")).toBeVisible();
    expect(await offered(page, user.email)).toEqual([
      "View Details",
      "Edit User",
      "Approve",
      "Reject",
      "Delete User",
    ]);

    await act(page, user.email, "View Details");
    const details = page.getByRole("dialog", { name: "Ada Test" });
    for (const label of [
      "Full name",
      "Email",
      "Phone",
      "Role/type",
      "Verification status",
      "Joined",
      "First name",
      "Surname",
      "Age bracket",
    ])
      // oxfmt-ignore
      await expect(details.getByText(label, { exact: true })).toBeVisible();
    await expect(details.getByRole("link", { name: "View User" })).toHaveAttribute(
      "href",
      /\/admin\/verification\/[\w-]+$/,
    );
    await details.getByRole("button", { name: "Close" }).last().click();
    // The focus returns to the menu's button.
    await expect(row(page, user.email).getByRole("button")).toBeFocused();

    await act(page, user.email, "Reject");
    const refusal = page.getByRole("alertdialog", { name: "Reject Ada Test" });
    await expect(refusal.getByRole("button", { name: "Reject" })).toBeDisabled();
    await refusal.getByLabel("Reason").fill("   ");
    await expect(refusal.getByRole("button", { name: "Reject" })).toBeDisabled();
    await refusal.getByLabel("Reason").fill("No");
    await refusal.getByRole("button", { name: "Reject" }).click();
    await expect(row(page, user.email)).toContainText("Rejected");
    expect((await userOf(baseURL!, user.email)).verification.rejectionReason).toBe("No");
    expect(await offered(page, user.email)).not.toContain("Reject");

    await act(page, user.email, "Approve");
    const question = page.getByRole("alertdialog", { name: "Approve Ada Test" });
    await expect(question).toContainText(
      "Are you sure you want to approve Ada Test? This will allow them full access to the platform.",
    );
    await question.getByRole("button", { name: "Approve" }).click();
    await expect(row(page, user.email)).toContainText("Approved");
    expect(await offered(page, user.email)).not.toContain("Approve");

    await act(page, user.email, "Edit User");
    const edit = page.getByRole("dialog", { name: "Edit Ada Test" });
    await edit.getByLabel("Role").selectOption("startup");
    await expect(page.getByText("Role changed to Startup for Ada Test")).toBeVisible();
    await edit.getByRole("button", { name: "Done" }).click();
    await expect(row(page, user.email)).toContainText("Startup");
    expect((await userOf(baseURL!, user.email)).role).toBe("startup");

    await act(page, user.email, "Delete User");
    const removal = page.getByRole("alertdialog", { name: "Delete Ada Test" });
    await expect(removal).toContainText(
      "Are you sure you want to delete Ada Test? This action cannot be undone.",
    );
    await expect(removal.locator("input, select, textarea")).toHaveCount(0);
    await expect(removal.getByRole("button", { name: "Cancel" })).toBeFocused();
    await removal.getByRole("button", { name: "Delete User" }).click();
    await expect(page.getByRole("heading", { name: "No users found" })).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
    await expect(userOf(baseURL!, user.email)).rejects.toThrow("no user");
    expect(errors).toEqual([]);
  });
}

test("an approval waits for the findings to be loaded", async ({ page, baseURL }) => {
  const user = await account(baseURL!, "startup");
  await submitIndividual(baseURL!, user);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/users?q=${encodeURIComponent(user.email)}`);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/review$/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/review$/);
  await act(page, user.email, "Approve");
  await asked;
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Please wait" })).toBeDisabled();
  release();
  await expect(dialog.getByRole("button", { name: "Approve" })).toBeEnabled();
});

test("a failed decision, role change and deletion show an error in their dialog", async ({
  page,
  baseURL,
}) => {
  const user = await account(baseURL!, "startup");
  await submitIndividual(baseURL!, user);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/users?q=${encodeURIComponent(user.email)}`);
  await expect(row(page, user.email)).toBeVisible();
  // Without a message in the response: the fallbacks of product 8.
  await page.route("**/api/admin/users/*/**", (route) =>
    route.fulfill({ status: 500, json: { success: false } }),
  );
  await page.route("**/api/admin/users/*-*", (route) =>
    route.request().method() === "DELETE"
      ? route.fulfill({ status: 500, json: { success: false } })
      : route.continue(),
  );
  await act(page, user.email, "Approve");
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("alert").getByText("Failed updating user status")).toBeVisible();
  await page.keyboard.press("Escape");
  await act(page, user.email, "Edit User");
  await page.getByRole("dialog").getByLabel("Role").selectOption("investor");
  await expect(page.getByText("Failed updating user role")).toBeVisible();
  await expect(page.getByRole("dialog").getByLabel("Role")).toHaveValue("startup");
  await page.keyboard.press("Escape");
  await act(page, user.email, "Delete User");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete User" }).click();
  await expect(page.getByRole("alert").getByText("Failed deleting user")).toBeVisible();
});

test("filters, page and selected row are stored in the URL and survive reload and Back", async ({
  page,
  baseURL,
}) => {
  const mark = `List${Date.now().toString(36)}`;
  const people = await Promise.all(Array.from({ length: 11 }, () => account(baseURL!, "startup")));
  for (const [n, user] of people.entries()) {
    await call(baseURL!, "PUT", "/api/auth/updateMe", user.token, { name: `${mark} ${n}` });
    if (n > 0) await submitIndividual(baseURL!, user);
  }
  await approve(baseURL!, people[1]!.email);

  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: "Search" }).fill(mark);
  // Users without a submission are hidden by default.
  await expect(page.getByText("Showing 10 of 10 users")).toBeVisible();
  await page.getByLabel("Show All Users (including unsubmitted)").click();
  await expect(page.getByText("Showing 11 of 11 users")).toBeVisible();
  await page.getByLabel("Rows per page").selectOption("10");
  await expect(page.getByText("Showing 10 of 11 users")).toBeVisible();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("Showing 1 of 11 users")).toBeVisible();
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${mark}.*everyone=1.*limit=10.*page=2`));
  await page.reload();
  await expect(page.getByText("Showing 1 of 11 users")).toBeVisible();

  await page.getByLabel("Status").selectOption("approved");
  await expect(page.getByText("Showing 1 of 1 users")).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
  await page.getByLabel("Role").selectOption("investor");
  await expect(page.getByRole("heading", { name: "No users found" })).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");
});

test("a filter whose list fails can be retried", async ({ page }) => {
  await authenticate(page, "admin@seedline.example");
  let failing = true;
  await page.route("**/api/admin/users?*", async (route) => {
    if (!failing) return route.continue();
    return route.fulfill({ status: 400, json: { success: false } });
  });
  await page.goto("/admin/users");
  await page.getByLabel("Status").selectOption("approved");
  await expect(page.getByRole("heading", { name: "Failed to load users" })).toBeVisible();
  failing = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
});
