import { check } from "../../axe";
import { query } from "../../database";
import { fits } from "../../fits";
import { expect, test } from "../../test";
import { companyDocuments } from "../../../support/company";
import { freshNumber } from "../../../support/fresh-number";
import { account, call, companyAnswers, reject, submitIndividual, userOf } from "../../rest";
import { authenticate, logIn, watchConsole } from "../../support";

/** The dashboard and the queue: links, presets and states (product 2.10, 2.12, 2.13). */
test("the dashboard's cards link to the lists that they count", async ({ page }) => {
  const errors = watchConsole(page);
  await logIn(page, "super@seedline.example");
  await expect(page).toHaveURL(/\/admin$/);
  for (const title of [
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
    // oxfmt-ignore
    await expect(page.getByText(title, { exact: true }).first()).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Recent users" }).getByRole("link", { name: /^View/ }),
  ).toHaveCount(5);

  await page.getByPlaceholder("Search users...").fill("no such person anywhere");
  await expect(page.getByRole("heading", { name: "No users found matching your search" })).toBeVisible();
  await page.getByPlaceholder("Search users...").fill("");

  await page.getByRole("link", { name: /^Startups/ }).click();
  await expect(page).toHaveURL(/\/admin\/verification\?role=startup$/);
  await expect(page.getByLabel("Role")).toHaveValue("startup");
  await page.goto("/admin");
  await page.getByRole("link", { name: /^Investors/ }).click();
  await expect(page).toHaveURL(/\/admin\/verification\?role=investor$/);
  await page.goto("/admin");
  await page.getByRole("link", { name: /View All Users/ }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await page.goto("/admin");
  await page.getByRole("link", { name: "See More" }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  expect(errors).toEqual([]);
});

test("a plain administrator sees neither administrators nor their number nor activity", async ({
  page,
  baseURL,
}) => {
  const user = await account(baseURL!, "startup");
  await submitIndividual(baseURL!, user);
  await logIn(page, "admin@seedline.example");
  await expect(page.getByText("Verified Users")).toBeVisible();
  await expect(page.getByText("Admin Users")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Manage SubAdmins" })).toHaveCount(0);
  await page.goto("/admin/sub-admins");
  await expect(page).toHaveURL(/\/admin$/);
  const { _id } = await userOf(baseURL!, user.email);
  await page.goto(`/admin/verification/${_id}`);
  await expect(page.getByRole("heading", { name: "User Verification" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Verification Activity" })).toHaveCount(0);
});

test("the queue starts with pending investors, and its filters are in the address", async ({
  page,
  baseURL,
}) => {
  const user = await account(baseURL!, "startup");
  await submitIndividual(baseURL!, user);
  await reject(baseURL!, user.email, "The photo is blurred.");
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/verification");
  await expect(page.getByLabel("Status")).toHaveValue("pending");
  await expect(page.getByLabel("Role")).toHaveValue("investor");
  await expect(page.getByRole("table", { name: "Verification queue" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Startup", exact: true })).toHaveCount(0);

  await page.goto(`/admin/verification?role=startup&q=${encodeURIComponent(user.email)}`);
  await expect(page.getByRole("heading", { name: `No results for "${user.email}"` })).toBeVisible();
  await page.getByLabel("Status").selectOption("Rejected");
  await expect(page).toHaveURL(/status=rejected/);
  await page.getByRole("link", { name: "View Ada Test" }).click();
  await expect(page.getByText("The photo is blurred.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Verification Activity" })).toBeVisible();
  // Back returns to the filtered list.
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(/role=startup.*status=rejected/);
});

test("a search is sent after a pause in typing, and never empty", async ({ page }) => {
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/verification");
  await expect(page.getByRole("table", { name: "Verification queue" })).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/admin/cases") asked.push(url.searchParams.get("q") ?? "-");
  });
  await page.getByRole("searchbox", { name: "Search" }).pressSequentially("Sample", { delay: 60 });
  await expect.poll(() => asked).toContain("Sample");
  expect(asked.filter((q) => q !== "Sample" && q !== "-")).toEqual([]);
  await page.getByRole("searchbox", { name: "Search" }).fill("   ");
  await expect(page).not.toHaveURL(/q=/);
  expect(asked).not.toContain("");
});

test("a review that cannot be shown explains why", async ({ page }) => {
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/verification/%20");
  await expect(page.getByRole("heading", { name: "Invalid Request" })).toBeVisible();
  await expect(page.getByText("User ID is missing from the request.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Go Back" })).toBeVisible();

  await page.goto("/admin/verification/01900000-0000-7000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "Error Loading User" })).toBeVisible();
  await expect(page.getByText("User not found")).toBeVisible();

  await page.route("**/api/admin/users/*-*/review", (route) =>
    route.fulfill({ status: 400, json: { success: false } }),
  );
  await page.goto("/admin/verification/01900000-0000-7000-8000-000000000001");
  await expect(page.getByRole("heading", { name: "Error Loading User" })).toBeVisible();
  await expect(page.getByText(/^Failed (loading user|to load user verification details)$/)).toBeVisible();
});

test("the first paint of every list contains its rows, and a failed filter shows an error", async ({
  page,
}) => {
  await authenticate(page, "super@seedline.example");
  // The browser's own API calls fail: the rows are part of the page.
  await page.route("**/api/admin/**", (route) => route.fulfill({ status: 400, json: { success: false } }));
  for (const [path, table] of [
    ["/admin", "Recent users"],
    ["/admin/users", "Users"],
    ["/admin/sub-admins", "Administrators"],
    ["/admin/verification", "Verification queue"],
  ] as const) {
    const html = await (await page.request.get(path)).text();
    expect(html).toContain(`aria-label="${table}"`);
    expect(html).not.toContain("Loading users");
    await page.goto(path);
    await expect(page.getByRole("table", { name: table }).getByRole("row").nth(1)).toBeVisible();
  }
  await page.getByLabel("Status").selectOption("Approved");
  await expect(page.getByRole("heading", { name: "Failed to load users" })).toBeVisible();
});

test("marks show the risk of a case, filter the queue and lead to the next case with one", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const name = `Marked ${Date.now().toString(36)}`;
  const user = await account(baseURL!, "personal");
  await call(baseURL!, "PUT", "/api/auth/updateMe", user.token, { name });
  await submitIndividual(baseURL!, user, { accountName: "Somebody Else" });
  const { _id } = await userOf(baseURL!, user.email);
  await query("UPDATE submissions SET due_at = '2001-01-02T16:00:00Z' WHERE user_id = $1", [_id]);

  await authenticate(page, "super@seedline.example");
  await page.goto("/admin");
  const todo = page.getByRole("navigation", { name: "To do" });
  for (const title of ["Late", "Due today", "Waiting", "Mine"])
    await expect(todo.getByRole("link", { name: new RegExp(`^${title} ?[\\d,]+$`) })).toBeVisible();
  await check(page, "dashboard");
  await todo.getByRole("link", { name: /^Late/ }).click();
  await expect(page).toHaveURL(/role=all&mark=late&order=deadline/);

  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("Late");
  await expect(row).toContainText("due 2 Jan");
  // A job stores this mark, and the open list follows.
  await expect(row).toContainText("Checks not passed");
  // The first case is in the upper half of the screen, on laptops and phones.
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    const first = page.locator("tbody tr").first();
    await expect.poll(async () => (await first.boundingBox())!.y).toBeLessThan(size.height / 2);
    if (size.width < 640) await fits(page, "queue with marks");
    await check(page, "queue with marks");
  }

  await page.getByRole("button", { name: "Marks: Late" }).click();
  await page.getByRole("menuitem", { name: "Checks not passed" }).click();
  await expect(page).toHaveURL(/mark=checks/);
  await expect(row).toBeVisible();
  await page.getByRole("button", { name: "Marks: Checks not passed" }).click();
  await check(page, "marks");
  await page.getByRole("menuitem", { name: "Second round" }).click();
  await expect(page).toHaveURL(/mark=second_round/);
  await expect(row).toHaveCount(0);

  // It is a late case; which one depends on the cases that other projects claim at the same time.
  await page.goto("/admin/verification?role=all&mark=late&order=deadline");
  const taken = page.waitForRequest((request) => request.url().endsWith("/cases/next"));
  await page.getByRole("button", { name: "Take a case" }).click();
  expect((await taken).postDataJSON()).toEqual({ role: "all", order: "deadline", mark: "late" });
  await expect(page.getByText(/^You have been working on this case/)).toBeVisible();
  await page.getByRole("button", { name: "Release" }).click();
  await expect(page.getByText("Nobody is working on this case")).toBeVisible();

  // The whole row is the link.
  await page.goto(`/admin/verification?q=${encodeURIComponent(name)}`);
  await row.click({ position: { x: 40, y: 12 } });
  await expect(page).toHaveURL(new RegExp(_id));
  expect(errors).toEqual([]);
});

test("a reviewer selects all cases of a page and claims them", async ({ page, baseURL }) => {
  const name = `Several ${Date.now().toString(36)}`;
  for (const n of [1, 2]) {
    const user = await account(baseURL!, "personal");
    await call(baseURL!, "PUT", "/api/auth/updateMe", user.token, { name: `${name} ${n}` });
    await submitIndividual(baseURL!, user);
  }
  await authenticate(page, "super@seedline.example");
  await page.goto(`/admin/verification?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByLabel("Select several").check();
  await page.getByLabel("Select all").filter({ visible: true }).check();
  const bar = page.getByRole("group", { name: "Selected cases" });
  await expect(bar).toContainText("2 cases selected");
  await check(page, "selected cases");
  await bar.getByRole("button", { name: "Assign to me" }).click();
  await expect(page.getByText("2 cases assigned to you")).toBeVisible();
  for (const n of [1, 2])
    await expect(page.getByRole("row", { name: new RegExp(`${name} ${n}`) })).toContainText("You");
});

test("a company is listed, found and named by its name, with the person who filled in its form second", async ({
  page,
  baseURL,
}) => {
  const user = await account(baseURL!, "corporate");
  const number = `RC 9${String(freshNumber()).padStart(6, "0")}`;
  const company = { ...companyAnswers.company, name: "Baobab Foods Limited", incorporationNumber: number };
  await call(baseURL!, "POST", "/api/verification/corporate", user.token, { ...companyAnswers, company });
  await call(
    baseURL!,
    "POST",
    "/api/verification/corporate/documents",
    user.token,
    await companyDocuments(2),
  );
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/verification");
  await page.getByRole("searchbox", { name: "Search" }).fill(number.replace(" ", "-"));
  await expect(page.getByText("Showing 1 of 1 cases")).toBeVisible();
  await expect(page.getByRole("row", { name: /Baobab Foods Limited\s*Ada Test/ })).toBeVisible();
  await page.getByRole("link", { name: "View Baobab Foods Limited" }).click();
  await expect(page.getByTitle("Baobab Foods Limited")).toBeVisible();
  await expect(page.getByText("Ada Test", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Reject" }).filter({ visible: true }).click();
  await expect(page.getByRole("dialog", { name: "Reject Baobab Foods Limited" })).toBeVisible();

  await page.goto(`/admin/users?q=${encodeURIComponent(number)}`);
  await page.getByRole("button", { name: "Actions for Baobab Foods Limited" }).click();
  await page.getByRole("menuitem", { name: "Delete User" }).click();
  await expect(
    page.getByText(
      "Are you sure you want to delete Baobab Foods Limited (Ada Test)? This action cannot be undone.",
    ),
  ).toBeVisible();
});
