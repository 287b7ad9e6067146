import { readFile } from "node:fs/promises";
import { expect, test } from "../../../test";
import { account, reject, submitIndividual, userOf } from "../../../rest";
import { check } from "../../../axe";
import { fitsOn } from "../../../fits";
import { authenticate, watchConsole } from "../../../support";
import { review, heading } from "../../../review/admin-review-steps";

test("a resubmission shows its changes and users with the same numbers", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  const [userA, otherUser] = await Promise.all([
    account(baseURL!, "personal"),
    account(baseURL!, "personal"),
  ]);
  const same = {
    bvnNumber: "22345678901",
    accountNumber: "1234567890",
    phoneNumber: "8031234567",
    email: "ada@test.example",
    dateOfBirth: "1990-05-17",
  };
  await submitIndividual(baseURL!, userA, same);
  await submitIndividual(baseURL!, otherUser, same);
  await reject(baseURL!, userA.email, "The address is wrong.");
  await submitIndividual(baseURL!, userA, { ...same, firstName: "Adaeze", ninNumber: "98765438901" });
  const { _id } = await userOf(baseURL!, userA.email);

  await authenticate(page, "admin@seedline.example");
  await review(page, _id);
  // The earlier submission has the same name as the other applicant.
  const matching = /matching BVN, account number, phone number, email address and name and date of birth/;
  await page.locator("summary").filter({ hasText: matching }).first().click();

  const history = page.getByRole("region", { name: "Submissions" });
  await expect(history.getByRole("heading", { name: "Current submission" })).toBeVisible();
  await expect(history.getByText("The address is wrong.")).toBeVisible();
  await expect(page.getByText("Resubmitted after an earlier decision")).toBeVisible();
  await expect(history.getByText("Adaeze")).toBeVisible();
  await expect(history.getByText("Different number with the same last 4 digits: •••••••8901")).toBeVisible();
  // The answer before the change, in the list of changes and in the earlier submission.
  await expect(history.getByText("Ada", { exact: true })).toHaveCount(2);
  // Hidden from a plain administrator (product 10.9).
  await expect(page.getByRole("button", { name: "Verification Activity" })).toHaveCount(0);

  await history.getByText("Show all answers and documents").click();
  await expect(history.getByText("1 Sample Street, Ikeja")).toBeVisible();
  await expect(history.getByRole("button", { name: /^Show NIN/ })).toHaveCount(0);
  await history.getByRole("button", { name: "View ID document", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "ID document" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Ada Test" }).first().click();
  await expect(page).not.toHaveURL(new RegExp(_id));
  await expect(heading(page)).toBeVisible();
  expect(errors).toEqual([]);
});

test("the export contains the filtered list", async ({ page, baseURL }) => {
  const user = await account(baseURL!, "startup");
  await submitIndividual(baseURL!, user);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/users?q=${encodeURIComponent(user.email)}`);
  await expect(page.getByText(user.email)).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  const lines = text.trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(user.email);
  expect(lines[1]).toContain("•••••••8901");
  expect(text).not.toContain("12345678901");
});

test("a failed export shows an error", async ({ page }) => {
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/users");
  await page.route("**/api/admin/users/export*", (route) =>
    route.fulfill({ status: 500, json: { success: false } }),
  );
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect(page.getByText("Could not export the list")).toBeVisible();
});

test("the charts can be read as tables with the same data", async ({ page }) => {
  const errors = watchConsole(page);
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin");
  await expect(page.getByRole("img", { name: /^Chart of registrations and decisions/ })).toBeVisible();
  const shown = await page.getByText(/^\d+ registered, \d+ approved, \d+ rejected$/).textContent();
  await page.getByRole("button", { name: "Registrations and decisions: show table" }).click();
  const weeks = page.getByRole("table", { name: "Registrations and decisions per week" });
  await expect(weeks.getByRole("row")).toHaveCount(13);
  const cells = await weeks.getByRole("row").nth(1).getByRole("cell").allTextContents();
  expect(shown).toBe(`${cells[0]} registered, ${cells[1]} approved, ${cells[2]} rejected`);

  await page.getByRole("button", { name: "From registration to approval: show table" }).click();
  const funnel = page.getByRole("table", { name: "From registration to approval" });
  await expect(funnel.getByRole("rowheader")).toHaveText([
    "Registered",
    "Email verified",
    "Role chosen",
    "Submitted",
    "Approved",
  ]);
  await page.getByRole("button", { name: "Time to decision: show table" }).click();
  const times = page.getByRole("table", { name: "Business days to the first decision per week" });
  await expect(times.getByRole("row")).toHaveCount(13);
  await page.getByRole("button", { name: "Waiting by age: show table" }).click();
  const ages = page.getByRole("table", { name: "Pending submissions by business days waited" });
  await expect(ages.getByRole("rowheader")).toHaveText([
    "0 days",
    "1 day",
    "2 days",
    "3 to 5 days",
    "6 days or more",
  ]);
  await fitsOn(page);
  expect(errors).toEqual([]);
});

test("a number is shown after a reason was given, and super administrators see who read the data", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const applicant = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, applicant, { ninNumber: "98765431234" });
  const { _id } = await userOf(baseURL!, applicant.email);
  await authenticate(page, "super@seedline.example");
  await review(page, _id);

  await page.getByRole("button", { name: "Show NIN" }).first().click();
  const dialog = page.getByRole("dialog", { name: /^Show NIN/ });
  await dialog.getByRole("button", { name: "Show", exact: true }).click();
  await expect(dialog.getByText("Choose a reason").last()).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("Reason").selectOption("Checking the identity");
  await dialog.getByLabel("Note").fill("Compared with the ID document.");
  await check(page, "the dialog that asks for a reason");
  await dialog.getByRole("button", { name: "Show", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("98765431234")).toBeVisible();
  await page.getByRole("button", { name: /^Hide NIN/ }).click();
  await expect(page.getByText("98765431234")).toHaveCount(0);

  await page.reload();
  const reads = page.getByRole("region", { name: "Who Saw This Data" });
  await expect(reads.getByText("Full NIN")).toBeVisible();
  await expect(
    reads.getByText(/Checking the identity\. Note: Compared with the ID document\./),
  ).toBeVisible();
  await page.goto("/admin/audit");
  await expect(page.getByRole("heading", { name: "Opened by administrators" })).toBeVisible();
  await check(page, "reads per administrator");
  expect(errors).toEqual([]);
});

test("an approval whose checks are still loading is not sent after Reject was chosen", async ({
  page,
  baseURL,
}) => {
  const user = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, user);
  const { _id } = await userOf(baseURL!, user.email);
  await authenticate(page, "admin@seedline.example");
  await review(page, _id);
  await expect(page.getByRole("region", { name: /indings$/ })).toBeVisible();

  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = () => {};
  const asking = new Promise<void>((resolve) => (asked = resolve));
  await page.route(/\/review$/, async (route) => {
    asked();
    await held;
    await route.continue();
  });
  let decisions = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/verification-status")) decisions += 1;
  });
  await page.locator("[data-approve]:visible").first().click();
  await asking;
  await page.getByRole("button", { name: "Reject", exact: true }).locator("visible=true").first().click();
  const loaded = page.waitForResponse(/\/review$/);
  release();
  await loaded;
  await expect(page.getByRole("dialog", { name: /^Reject / })).toBeVisible();
  await expect(page.getByText(/^Approve Ada/)).toHaveCount(0);
  expect(decisions).toBe(0);
  expect((await userOf(baseURL!, user.email)).verification.status).toBe("pending");
});
