import { expect, test } from "../../test";
import { chooseDocuments, fillAnswers, freshEmail, register, submit } from "../../support";
import { asAdmin, openInQueue } from "../../onboarding/journey-steps";

test("a double click on Approve makes and reports one decision", async ({ page, browser }) => {
  const email = freshEmail("double");
  await register(page, email);
  await page.getByRole("button", { name: /I need funding/ }).click();
  await fillAnswers(page, email, { startup: true });
  await chooseDocuments(page);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
  await asAdmin(browser, async (admin) => {
    await openInQueue(admin, email, "startup");
    let decisions = 0;
    admin.on("request", (request) => {
      if (request.method() === "PATCH") decisions += 1;
    });
    await admin
      .getByRole("button", { name: /Approve/ })
      .first()
      .dblclick();
    await expect(admin.getByText(/^You approved /)).toBeVisible();
    await expect(admin.getByText(/first|by now/)).toHaveCount(0);
    expect(decisions).toBe(1);
  });
});
