import { query } from "../../database";
import { account, submitIndividual, userOf } from "../../rest";
import { PASSWORD, authenticate, logIn, watchConsole } from "../../support";
import { expect, openPage, test } from "../../test";

/** Holidays and deadlines (product 10.17). Each project has a separate date and queue, because both apply to the whole server. */
test("an administrator adds and removes a holiday, and sets a deadline", async ({ page, isMobile }) => {
  const errors = watchConsole(page);
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/verification");
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("link", { name: "Business days and deadlines" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Business days and deadlines" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Holidays in 2027" }).getByRole("listitem")).toHaveCount(13);

  const [date, shown] = isMobile
    ? ["2033-06-07", "Tuesday, 7 June 2033"]
    : ["2033-06-08", "Wednesday, 8 June 2033"];
  await page.getByRole("button", { name: "Add holiday" }).click();
  const adding = page.getByRole("dialog", { name: "Add holiday" });
  await adding.getByRole("button", { name: "Add holiday" }).click();
  await expect(adding.getByText("Choose a date from 2020 to 2099")).toBeVisible();
  await expect(adding.getByText("Enter a name")).toBeVisible();
  await adding.getByLabel("Date").fill("2027-10-01");
  await adding.getByLabel("Name").fill("Election Day");
  await adding.getByRole("button", { name: "Add holiday" }).click();
  await expect(adding.getByText("This date is already a holiday")).toBeVisible();
  await adding.getByLabel("Date").fill(date!);
  await adding.getByLabel("Name").press("Enter");
  await expect(adding).toHaveCount(0);
  const row = page.getByRole("listitem").filter({ hasText: shown! });
  await expect(row).toContainText("Election Day");

  // By keyboard.
  await page.getByRole("button", { name: `Remove Election Day, ${shown}` }).press("Enter");
  const removing = page.getByRole("alertdialog", { name: "Remove Election Day?" });
  await expect(removing.getByRole("button", { name: "Cancel" })).toBeFocused();
  await removing.getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Public holidays" })).toBeFocused();

  const queue = isMobile ? "Startup founders" : "Corporate investors";
  const change = page.getByRole("button", { name: `Change the deadline: ${queue}` });
  const deadline = page.getByRole("listitem").filter({ hasText: queue });
  for (const days of ["3 business days", "2 business days"]) {
    await change.click();
    const dialog = page.getByRole("dialog", { name: `Deadline: ${queue}` });
    await dialog.getByLabel("Business days").selectOption(days);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(deadline).toContainText(days);
    await expect(change).toBeFocused();
  }
  expect(errors).toEqual([]);
});

test("a late case is marked in the queue and on the review; the applicant reads an honest estimate", async ({
  page,
  browser,
  baseURL,
}) => {
  const applicant = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, applicant);
  const { _id } = await userOf(baseURL!, applicant.email);
  await logIn(page, "admin@seedline.example");
  const list = `/admin/verification?role=all&q=${encodeURIComponent(applicant.email)}`;
  const row = page.getByRole("row").filter({ hasText: applicant.email });
  await page.goto(list);
  await expect(row).toContainText("Pending");
  await expect(row.getByText("Late")).toHaveCount(0);
  await query("UPDATE submissions SET due_at = now() - interval '1 minute' WHERE user_id = $1", [_id]);
  await page.goto(list);
  await expect(row.getByText("Late")).toBeVisible();
  await page.goto(`/admin/verification/${_id}`);
  await expect(page.getByRole("heading", { name: "User Verification" })).toBeVisible();
  await expect(page.getByText("Late").filter({ visible: true })).toHaveCount(1);

  const applicantPage = await openPage(browser, baseURL!);
  await logIn(applicantPage, applicant.email, PASSWORD);
  await expect(applicantPage.getByText(/^Expect our decision by \w+day, \d/)).toBeVisible();
  await expect(
    applicantPage
      .getByText(/, usually within 1-2 business days\.$|9 out of 10 .*within \d+/)
      .filter({ visible: true }),
  ).toHaveCount(1);
});
