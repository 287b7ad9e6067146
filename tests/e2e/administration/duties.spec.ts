import { account, submitIndividual } from "../rest";
import { authenticate, watchConsole } from "../support";
import { expect, openPage, test, type Page } from "../test";
import { row } from "./admin-people-steps";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });

test("a duty decides what an administrator sees, and a new one applies to an open page", async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const applicant = await account(baseURL!, "startup");
  await submitIndividual(baseURL!, applicant);
  const open = async (email: string) => {
    const tab = await openPage(browser, baseURL!);
    await authenticate(tab, email);
    return tab;
  };

  // An auditor reads everything, and finds no button that changes anything.
  const auditor = await open("auditor@seedline.example");
  await auditor.goto("/admin");
  await expect(auditor.getByText("You can see everything that your duty includes")).toBeVisible();
  for (const name of ["Manage Carousel", "Alerts", "Approvals", "Watchlists", "Audit", "Payouts"])
    await expect(menu(auditor).getByRole("link", { name })).toBeVisible();
  await expect(menu(auditor).getByRole("link", { name: "Manage SubAdmins" })).toHaveCount(0);
  await auditor.goto(`/admin/verification?q=${encodeURIComponent(applicant.email)}&status=pending&role=all`);
  await expect(auditor.getByRole("button", { name: "Take a case" })).toHaveCount(0);
  await auditor
    .getByRole("link", { name: /^View / })
    .first()
    .click();
  await expect(auditor.getByRole("heading", { name: "User Verification" })).toBeVisible();
  await expect(auditor.getByRole("heading", { name: "What happened" })).toBeVisible();
  for (const name of ["Approve", "Reject", "Claim", "Add note", /^Show NIN/, "Record a comparison"])
    await expect(auditor.getByRole("button", { name })).toHaveCount(0);
  await auditor.goto("/admin/sub-admins");
  await expect(auditor).toHaveURL(/\/admin$/);

  // A senior reviewer confirms what others ask for, until a super administrator gives them another duty.
  const senior = await open("senior@seedline.example");
  await senior.goto("/admin/approvals");
  await expect(senior.getByRole("heading", { name: "Waiting for confirmation" })).toBeVisible();
  await expect(senior.getByRole("heading", { name: "Requirements" })).toHaveCount(0);

  await authenticate(page, "super@seedline.example");
  await page.goto("/admin/sub-admins?q=senior%40seedline.example");
  const colleague = row(page, "senior@seedline.example");
  await expect(colleague.getByText("Senior reviewer", { exact: true })).toBeVisible();
  await colleague.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Change Duty" }).click();
  const dialog = page.getByRole("dialog", { name: /^Duty of/ });
  await expect(dialog.getByText("May decide on cases and confirm what colleagues ask for.")).toBeVisible();
  await dialog.getByLabel("New duty").selectOption("Reviewer");
  await expect(dialog.getByText("May decide on cases.", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Change duty" }).click();
  await expect(page.getByText(/is now Reviewer$/)).toBeVisible();
  await expect(colleague.getByText("Reviewer", { exact: true })).toBeVisible();

  await senior.reload();
  await expect(senior).toHaveURL(/\/admin$/);
  await expect(senior.getByRole("button", { name: "Take a case" })).toBeVisible();
  await expect(menu(senior).getByRole("link")).toHaveText([
    "Dashboard",
    "Verification",
    "Manage Users",
    // A count of waiting forms may follow.
    /^Due diligence/,
    "Review dates",
  ]);
  expect(errors).toEqual([]);
});
