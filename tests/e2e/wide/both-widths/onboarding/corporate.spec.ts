import { expect, test } from "../../../test";
import {
  chooseCompanyDocuments,
  fillBank,
  fillCompany,
  fillSignatory,
  newCompany,
  next,
} from "../../../company";
import { pick, submit } from "../../../support";

/** The corporate form in a browser (product 2.6, 4.5, 5.2). */
test("the local government list changes with the state, also after a selection", async ({
  page,
  baseURL,
}) => {
  await newCompany(page, baseURL!);
  const area = page.getByRole("combobox", { name: "Local Government" });
  await expect(area).toBeDisabled();
  await expect(area).toHaveAttribute("placeholder", "Select state first");
  await pick(page, "State", "Lagos");
  await pick(page, "Local Government", "Ikeja");
  await pick(page, "State", "Kano");
  await expect(area).toHaveValue("");
  await pick(page, "Local Government", "Other");
  await expect(page.getByLabel("Specify Local Government")).toBeVisible();
  await pick(page, "State", "Oyo");
  await expect(area).toHaveValue("Other");
  await next(page);
  await expect(page.getByText("Please specify your Local Government")).toBeVisible();
});

test("errors of the server are shown at their fields, on their steps", async ({ page, baseURL }) => {
  await newCompany(page, baseURL!);
  await fillCompany(page);
  await next(page);
  await fillBank(page);
  await next(page);
  await fillSignatory(page, 1);
  await next(page);
  await chooseCompanyDocuments(page);
  await expect(page.getByText("Uploaded")).toHaveCount(2);
  const message = "This document is no longer available. Upload it again.";
  await page.route(
    "**/api/verification/corporate/documents",
    (route) =>
      route.fulfill({
        status: 422,
        json: {
          success: false,
          error: "VALIDATION_FAILED",
          message,
          errors: [{ path: "signatories.0.idDocument", message }],
        },
      }),
    { times: 1 },
  );
  await submit(page);
  await expect(page.getByText("Failed to submit corporate verification")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Signatories" })).toBeVisible();
  await expect(page.getByText(message)).toBeVisible();
  // The rejected file is not offered again.
  await expect(page.getByText("id1.pdf")).toHaveCount(0);
  await fillSignatory(page, 1);
  await expect(page.getByText(message)).toHaveCount(0);
  await next(page);
  await submit(page);
  await expect(page).toHaveURL(/\/verification-success/);
});
