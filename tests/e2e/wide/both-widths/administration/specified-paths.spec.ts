import { expect, test, type Page } from "../../../test";
import { account, submitIndividual, userOf } from "../../../rest";
import { samplePhoto } from "../../../../../prisma/seed/files";
import { authenticate, watchConsole } from "../../../support";

/**
 * The back office, used by a person who knows only product 2.10 to 2.15: every label named there belongs to exactly one control, each
 * screen has exactly one table, and no step requires more. Labels match as parts of names, so there are no exact matches and no first().
 */
const row = (page: Page, text: string) => page.getByRole("table").getByRole("row").filter({ hasText: text });

/** Expects the page to have a single table, with these columns. */
async function expectColumns(page: Page, columns: string[]): Promise<void> {
  const headers = page.getByRole("table").locator("thead th");
  await expect(headers).toHaveText(columns);
}

async function act(page: Page, text: string, action: string): Promise<void> {
  await row(page, text).getByRole("button").click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Expects only buttons, and no fields to fill in. */
const expectNoFields = (page: Page, role: "dialog" | "alertdialog") =>
  expect(page.getByRole(role).locator("input, select, textarea")).toHaveCount(0);

async function applicant(baseURL: string): Promise<{ email: string; id: string }> {
  const user = await account(baseURL, "personal");
  await submitIndividual(baseURL, user);
  return { email: user.email, id: (await userOf(baseURL, user.email))._id };
}

const reviewColumns = ["FULL NAME", "EMAIL ADDRESS", "ROLE/TYPE", "SUBMITTED", "STATUS", "ACTIONS"];

test("the dashboard", async ({ page }) => {
  const errors = watchConsole(page);
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin");
  for (const card of [
    "Total Users",
    "Investors",
    "Startups",
    "Admin Users",
    "Verified Users",
    "Pending Verification",
    "Investor Users",
    "Startup Users",
    "Verification Rate",
  ])
    await expect(page.getByText(card)).toBeVisible();
  await expectColumns(page, reviewColumns);
  await expect(page.getByRole("table").getByRole("link", { name: "View" })).toHaveCount(5);
  await page.getByPlaceholder("Search users...").fill("no such person");
  await expect(page.getByText("No users found matching your search")).toBeVisible();
  await page.getByPlaceholder("Search users...").fill("");
  // Not opened: the newest users belong to other tests, which count reads of their data.
  await expect(row(page, "@").first().getByRole("link", { name: "View" })).toHaveAttribute(
    "href",
    /\/admin\/verification\/[\da-f-]{36}$/,
  );
  for (const [link, url] of [
    ["See More", /\/admin\/users$/],
    ["View All Users", /\/admin\/users$/],
    ["Investors", /\/admin\/verification\?role=investor$/],
    ["Startups", /\/admin\/verification\?role=startup$/],
  ] as const) {
    await page.goto("/admin");
    await page.getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(url);
  }
  expect(errors).toEqual([]);
});

test("Manage Users: filters, pages, and every action of a row", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  const { email } = await applicant(baseURL!);
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/users");
  for (const counter of ["Total", "Investors", "Startups"])
    await expect(page.locator("dl").getByText(counter)).toBeVisible();
  await expectColumns(page, ["FULL NAME", "EMAIL ADDRESS", "ROLE/TYPE", "STATUS", "JOINED", "ACTIONS"]);
  await page.getByLabel("Show All Users (including unsubmitted)").check();
  await page.getByLabel("Rows per page").selectOption("10");
  await expect(page.getByText(/^Showing 10 of \d+ users$/)).toBeVisible();
  // Names of users may contain these words.
  const pages = page.getByRole("navigation", { name: "Pagination" });
  await pages.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await pages.getByRole("button", { name: "Previous" }).click();
  await pages.getByRole("button", { name: "3" }).click();
  await expect(page.getByText(/^Page 3 of \d+$/)).toBeVisible();
  await page.getByLabel("Role").selectOption("Startup");
  await page.getByLabel("Role").selectOption("All Roles");
  for (const status of ["Approved", "Rejected", "All", "Pending"])
    await page.getByLabel("Status").selectOption(status);
  await page.getByLabel("Search").fill("nobody");
  await expect(page.getByText("No users found")).toBeVisible();
  await page.getByLabel("Search").fill(email);
  await expect(page.getByText("Showing 1 of 1 users")).toBeVisible();
  await page.getByLabel("Status").selectOption("All");

  await act(page, email, "View Details");
  await expect(page.getByRole("dialog").getByRole("link", { name: "View User" })).toBeVisible();
  await page.keyboard.press("Escape");

  await act(page, email, "Reject");
  const reject = page.getByRole("alertdialog").getByRole("button", { name: "Reject" });
  await expect(reject).toBeDisabled();
  await page.getByRole("alertdialog").getByRole("textbox").fill("No");
  await reject.click();
  await expect(row(page, email)).toContainText("Rejected");

  await act(page, email, "Approve");
  await expectNoFields(page, "alertdialog");
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await expect(row(page, email)).toContainText("Approved");

  await act(page, email, "Edit User");
  await page.getByRole("dialog").getByRole("combobox").selectOption("Startup");
  await expect(page.getByText("Role changed to Startup")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row(page, email)).toContainText("Startup");

  await act(page, email, "Delete User");
  await expect(page.getByRole("alertdialog")).toContainText(
    "Are you sure you want to delete Ada Test? This action cannot be undone.",
  );
  await expectNoFields(page, "alertdialog");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete User" }).click();
  await expect(page.getByText("No users found")).toBeVisible();
  await expect(userOf(baseURL!, email)).rejects.toThrow("no user");
  expect(errors).toEqual([]);
});

test("the queue and the verification of a user", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  const [approved, rejected] = await Promise.all([applicant(baseURL!), applicant(baseURL!)]);
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/verification");
  await expect(page.getByLabel("Status")).toHaveValue("pending");
  await expect(page.getByLabel("Role")).toHaveValue("investor");
  const counters = page.locator("dl");
  for (const counter of ["Total", "Pending", "Approved", "Rejected"])
    await expect(counters.getByText(counter)).toBeVisible();
  await expectColumns(page, reviewColumns);
  // The only fields are the specified filters.
  await expect(page.getByRole("main").locator("input, select, textarea")).toHaveCount(3);
  await page.goto("/admin/verification?role=all");
  await expect(page.getByLabel("Role")).toHaveValue("all");

  const open = async ({ email }: { email: string }) => {
    await page.goto("/admin/verification");
    await page.getByLabel("Search").fill(email);
    await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(1);
    await row(page, email).getByRole("link", { name: "View" }).click();
    await expect(page.getByRole("heading", { name: "User Verification" })).toBeVisible();
  };
  await open(approved);
  for (const section of [
    "Profile Information",
    "Personal Information",
    "Next of Kin",
    "Bank Details",
    "Documents",
    "Verification Activity",
  ])
    await expect(page.getByRole("heading", { name: section })).toBeVisible();
  for (const label of ["Submitted at", "Reviewed at", "Reviewed by"])
    await expect(page.getByText(label)).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  // While the decision is being sent, the button has another name.
  await expect
    .poll(async () => (await userOf(baseURL!, approved.email)).verification.status)
    .toBe("approved");

  await open(rejected);
  await page.getByRole("button", { name: "Reject" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Provide a short reason. The user will see this message.");
  await expect(dialog.locator("input, select, textarea")).toHaveCount(1);
  await dialog.getByRole("textbox").fill("The photo is blurred.");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Rejection reason")).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/admin\/verification/);
  expect(errors).toEqual([]);
});

test.describe(() => {
  test.use({ exclusive: "carousel" });
  test("Manage Carousel", async ({ page }) => {
    const errors = watchConsole(page);
    const title = `Harvest ${Date.now().toString(36)}`;
    await authenticate(page, "admin@seedline.example");
    await page.goto("/admin/carousel");
    await expectColumns(page, ["IMAGE", "TITLE", "DESCRIPTION", "LINK", "ACTIONS"]);
    await page.getByRole("button", { name: "Add item" }).click();
    await page.getByLabel("Image").fill("/carousel/none.svg");
    await page.locator("input[type=file]").setInputFiles({
      name: "slide.jpg",
      mimeType: "image/jpeg",
      buffer: await samplePhoto(92),
    });
    await expect(page.getByText("Image uploaded")).toBeVisible();
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Description").fill("The first harvest of the year");
    await page.getByLabel("Link").fill("/plans");
    await page.getByRole("dialog").getByRole("button", { name: "Add item" }).click();
    await expect(page.getByText("Item created")).toBeVisible();
    await row(page, title).getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Description").fill("");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Item updated")).toBeVisible();
    await row(page, title).getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Delete item?")).toBeVisible();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Item deleted")).toBeVisible();
    expect(errors).toEqual([]);
  });
});

test("Manage Administrators", async ({ page }) => {
  const errors = watchConsole(page);
  const email = `walker.${process.pid}.${Date.now().toString(36)}@seedline.example`;
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/sub-admins");
  await expectColumns(page, ["NAME", "EMAIL", "PHONE", "CREATED", "ACTIONS"]);
  await page.getByRole("button", { name: "Create Admin" }).click();
  await page.getByLabel("Name").fill("New Helper");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill("8031234567");
  await page.getByLabel("Password").fill("Helper-Passw0rd-9");
  await page.getByRole("dialog").getByRole("button", { name: "Create Admin" }).click();
  await expect(page.getByText("Sub-admin created successfully")).toBeVisible();

  await page.getByPlaceholder("Name, email or phone").fill(email);
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(1);
  await act(page, email, "View Details");
  for (const label of ["Full name", "Email", "Phone", "Role", "Created"])
    await expect(page.getByRole("dialog").locator("dt").filter({ hasText: label })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await act(page, email, "Delete Admin");
  await expectNoFields(page, "alertdialog");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Admin" }).click();
  await expect(page.getByText("Admin deleted successfully")).toBeVisible();
  await expect(page.getByText("No administrators found.")).toBeVisible();
  expect(errors).toEqual([]);
});
