import { expect, test } from "../test";
import { authenticate, watchConsole } from "../support";
import { applicants, visit, working } from "./cases-steps";

test("two reviewers see at once who works on a case and what was decided", async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const { mark, ids } = await applicants(baseURL!, 1);
  await authenticate(page, "admin@seedline.example");
  const otherBrowser = await visit(browser, baseURL!, "super@seedline.example");
  for (const reviewer of [page, otherBrowser]) {
    await reviewer.goto(`/admin/verification/${ids[0]}`);
    await expect(working(reviewer, "Nobody")).toBeVisible();
  }
  await page.getByRole("button", { name: "Claim", exact: true }).click();
  await expect(working(page, "You")).toBeVisible();
  await expect(
    otherBrowser.getByRole("alert").filter({ hasText: "Demo Admin has been working on this case" }),
  ).toBeVisible();
  await otherBrowser.goto(`/admin/verification?q=${mark}`);
  await expect(otherBrowser.getByRole("row", { name: new RegExp(mark) })).toContainText("Demo Admin");

  // Other reviewers may still decide. The first reviewer's input stays on the screen.
  await page.getByRole("button", { name: "Reject" }).filter({ visible: true }).click();
  await page.getByLabel("Reason").fill("The photo is blurred");
  await otherBrowser.goto(`/admin/verification/${ids[0]}`);
  await otherBrowser.getByRole("button", { name: "Approve" }).filter({ visible: true }).click();
  const question = otherBrowser.getByRole("alertdialog");
  await expect(question.getByText("Demo Admin is working on this case.")).toBeVisible();
  await question.getByRole("button", { name: "Approve" }).click();
  await expect(otherBrowser.getByText(`You approved ${mark} 0`)).toBeVisible();
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
