import { account, reject, submitIndividual, userOf } from "../rest";
import { authenticate } from "../support";
import { expect, test } from "../test";
import { row, act } from "./admin-users-steps";

test("the second of two reviewers sees that the submission was decided, and overwrites nothing", async ({
  page,
  baseURL,
}) => {
  const user = await account(baseURL!, "startup");
  await submitIndividual(baseURL!, user);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/users?q=${encodeURIComponent(user.email)}`);
  await act(page, user.email, "Approve");
  await reject(baseURL!, user.email, "The photo is blurred.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await expect(
    page.getByText(/^Another reviewer decided first, on .*, \d\d:\d\d\. Your decision was not saved\.$/),
  ).toBeVisible();
  await expect(row(page, user.email)).toContainText("Rejected");
  expect((await userOf(baseURL!, user.email)).verification.rejectionReason).toBe("The photo is blurred.");
});
