import { expect, test } from "../../../test";
import { authenticate } from "../../../support";
import { applicants, visit, working } from "../../../review/cases-steps";

test("a reviewer who rejects a case that was just decided can still read the reason they typed", async ({
  page,
  browser,
  baseURL,
}) => {
  const { mark, ids } = await applicants(baseURL!, 1);
  await authenticate(page, "admin@seedline.example");
  const otherBrowser = await visit(browser, baseURL!, "super@seedline.example");
  for (const reviewer of [page, otherBrowser]) await reviewer.goto(`/admin/verification/${ids[0]}`);
  await page.getByRole("button", { name: "Reject" }).filter({ visible: true }).click();
  await page.getByLabel("Reason").fill("The photo is blurred");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Reject" }).filter({ visible: true }).click();
  await expect(page.getByLabel("Reason")).toHaveValue("The photo is blurred");
  await otherBrowser.getByRole("button", { name: "Approve" }).filter({ visible: true }).click();
  await expect(otherBrowser.getByText(`You approved ${mark} 0`)).toBeVisible();
  // The page has received the approval, but the reviewer decided on a pending case.
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
  // A first request may be refused with 401 and sent again once the session has been refreshed.
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
  // Next to the claim, and in the timeline.
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
  const otherBrowser = await visit(browser, baseURL!, "super@seedline.example");
  await otherBrowser.goto(`/admin/verification/${ids[0]}`);
  await otherBrowser.getByRole("button", { name: "Claim", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "has been working on this case" })).toBeVisible();
});
