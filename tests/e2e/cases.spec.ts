import { expect, openPage, test, type Browser, type Page } from "./test";
import { account, call, submitIndividual, userOf } from "./rest";
import { authenticate, watchConsole } from "./support";

/** Cases: claims, live updates, assignment and notes (product 10.15). */
async function applicants(base: string, count: number) {
  const mark = `Case${Date.now().toString(36)}`;
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const user = await account(base, "personal");
    await call(base, "PUT", "/api/auth/updateMe", user.token, { name: `${mark} ${n}` });
    await submitIndividual(base, user);
    ids.push((await userOf(base, user.email))._id);
  }
  return { mark, ids };
}

async function visit(browser: Browser, baseURL: string, email: string): Promise<Page> {
  const page = await openPage(browser, baseURL);
  await authenticate(page, email);
  return page;
}

const working = (page: Page, who: string) => page.getByText(new RegExp(`^${who}.* working on this case`));

test("two reviewers see at once who works on a case and what was decided", async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const { mark, ids } = await applicants(baseURL!, 1);
  await authenticate(page, "admin@seedline.example");
  const other = await visit(browser, baseURL!, "super@seedline.example");
  for (const reviewer of [page, other]) {
    await reviewer.goto(`/admin/verification/${ids[0]}`);
    await expect(working(reviewer, "Nobody")).toBeVisible();
  }
  await page.getByRole("button", { name: "Claim", exact: true }).click();
  await expect(working(page, "You")).toBeVisible();
  await expect(
    other.getByRole("alert").filter({ hasText: "Demo Admin has been working on this case" }),
  ).toBeVisible();
  await other.goto(`/admin/verification?q=${mark}`);
  await expect(other.getByRole("row", { name: new RegExp(mark) })).toContainText("Demo Admin");

  // Others may still decide. What the first reviewer is typing stays on the screen.
  await page.getByRole("button", { name: "Reject" }).filter({ visible: true }).click();
  await page.getByLabel("Reason").fill("The photo is blurred");
  await other.goto(`/admin/verification/${ids[0]}`);
  await other.getByRole("button", { name: "Approve" }).filter({ visible: true }).click();
  const question = other.getByRole("alertdialog");
  await expect(question.getByText("Demo Admin is working on this case.")).toBeVisible();
  await question.getByRole("button", { name: "Approve" }).click();
  await expect(other.getByText(`You approved ${mark} 0`)).toBeVisible();
  const news = "Another reviewer has just approved this verification";
  await expect(page.getByRole("dialog").getByText(news)).toBeVisible();
  await expect(page.getByLabel("Reason")).toHaveValue("The photo is blurred");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  for (const name of ["Approve", "Reject"]) await expect(page.getByRole("button", { name })).toHaveCount(0);
  await page.getByRole("button", { name: "Show the decision" }).click();
  await expect(page.getByText("Approved").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Show the decision" })).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("who rejects a case that was just decided can still read the reason they wrote", async ({
  page,
  browser,
  baseURL,
}) => {
  const { mark, ids } = await applicants(baseURL!, 1);
  await authenticate(page, "admin@seedline.example");
  const other = await visit(browser, baseURL!, "super@seedline.example");
  for (const reviewer of [page, other]) await reviewer.goto(`/admin/verification/${ids[0]}`);
  await page.getByRole("button", { name: "Reject" }).filter({ visible: true }).click();
  await page.getByLabel("Reason").fill("The photo is blurred");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Reject" }).filter({ visible: true }).click();
  await expect(page.getByLabel("Reason")).toHaveValue("The photo is blurred");
  await other.getByRole("button", { name: "Approve" }).filter({ visible: true }).click();
  await expect(other.getByText(`You approved ${mark} 0`)).toBeVisible();
  // The page knows of the approval now, but the reviewer decided on a pending case.
  await expect(page.getByRole("dialog").getByText("Another reviewer has just approved")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  const refused = page.getByRole("alert").filter({ hasText: "already been approved" });
  await expect(refused).toContainText("The reason you wrote: “The photo is blurred”");
});

test("pressing Take a case twice takes one case", async ({ page, baseURL }) => {
  await applicants(baseURL!, 2);
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/verification");
  const taken: string[] = [];
  // A first request may be refused with 401 and sent again after the session's refresh.
  page.on("response", (response) => {
    if (response.url().endsWith("/cases/next") && response.ok()) taken.push(response.url());
  });
  await page.getByRole("button", { name: "Take a case" }).dblclick();
  await expect(page).toHaveURL(/\/admin\/verification\/[\da-f-]{36}$/);
  await expect(working(page, "You")).toBeVisible();
  expect(taken).toHaveLength(1);
  await page.getByRole("button", { name: "Release" }).click();
  await expect(working(page, "Nobody")).toBeVisible();
});

test("a clean case is taken and approved with three keys", async ({ page, isMobile }) => {
  test.skip(isMobile, "a phone has no keys");
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/verification?role=startup");
  await expect(page.getByRole("table", { name: "Verification queue" })).toBeVisible();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/admin\/verification\/[\da-f-]{36}$/);
  await expect(working(page, "You")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("alertdialog").getByRole("button", { name: "Approve" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^You approved /)).toBeVisible();
});

test("cases are selected, assigned together and handed over with a note", async ({
  page,
  browser,
  baseURL,
}) => {
  const { mark, ids } = await applicants(baseURL!, 2);
  await authenticate(page, "super@seedline.example");
  await page.goto(`/admin/verification?q=${mark}`);
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByLabel("Select several").check();
  for (const n of [0, 1]) await page.getByLabel(`Select ${mark} ${n}`).check();
  const bar = page.getByRole("group", { name: "Selected cases" });
  await expect(bar).toContainText("2 cases selected");
  await bar.getByRole("button", { name: "Assign", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Assign 2 cases" });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(dialog.getByText("Choose a reviewer").last()).toBeVisible();
  await expect(dialog.getByLabel("Reviewer")).toBeFocused();
  await dialog.getByLabel("Reviewer").selectOption("Demo Admin");
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(page.getByText("2 cases assigned to Demo Admin")).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole("row", { name: new RegExp(mark) }).first()).toContainText("Demo Admin");

  const reviewer = await visit(browser, baseURL!, "admin@seedline.example");
  await reviewer.goto(`/admin/verification?q=${mark}&assignment=mine`);
  await expect(reviewer.getByRole("link", { name: `View ${mark} 1` })).toBeVisible();
  await reviewer.goto(`/admin/verification/${ids[0]}`);
  await reviewer.getByRole("button", { name: "Hand over" }).click();
  const handOver = reviewer.getByRole("dialog", { name: "Hand over this case" });
  await handOver.getByLabel("Reviewer").selectOption("Demo Super Admin");
  await handOver.getByLabel("Note").fill("The bill looks edited");
  await handOver.getByRole("button", { name: "Hand over" }).click();
  await expect(working(reviewer, "Demo Super Admin")).toBeVisible();
  await expect(reviewer.getByText("Demo Admin assigned the case to Demo Super Admin")).toBeVisible();

  await page.goto(`/admin/verification/${ids[0]}`);
  // In the line of the claim, and in the timeline.
  await expect(page.getByText("The bill looks edited")).toHaveCount(2);
  await page.getByLabel("Internal note").fill("I called the company, @Demo Admin");
  await expect(page.getByLabel("Demo Admin")).toBeChecked();
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Demo Super Admin wrote a note")).toBeVisible();
  await expect(page.getByLabel("Internal note")).toHaveValue("");
  await page.getByRole("button", { name: "Release" }).click();
  await expect(working(page, "Nobody")).toBeVisible();
});

test("live events come back after the server has refused them", async ({ page, browser, baseURL }) => {
  const { ids } = await applicants(baseURL!, 1);
  await authenticate(page, "admin@seedline.example");
  let connections = 0;
  await page.route("**/api/admin/cases/events", (route) => {
    connections += 1;
    return connections <= 2 ? route.fulfill({ status: 503 }) : route.continue();
  });
  await page.goto(`/admin/verification/${ids[0]}`);
  await expect(working(page, "Nobody")).toBeVisible();
  await expect.poll(() => connections).toBeGreaterThan(2);
  const other = await visit(browser, baseURL!, "super@seedline.example");
  await other.goto(`/admin/verification/${ids[0]}`);
  await other.getByRole("button", { name: "Claim", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "has been working on this case" })).toBeVisible();
});
