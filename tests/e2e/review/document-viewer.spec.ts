import { check } from "../axe";
import { account, submitIndividual, userOf } from "../rest";
import { authenticate } from "../support";
import { signedPdf } from "../../support/signed-pdf";
import { expect, test } from "../test";

test("a signed document shows who signed it, and its original is downloaded with a reason", async ({
  page,
  baseURL,
}) => {
  const user = await account(baseURL!, "personal");
  const signed = await signedPdf("Sample Bank PLC", "Sample Certificates");
  await submitIndividual(baseURL!, user, {}, 0, signed);
  const { _id } = await userOf(baseURL!, user.email);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
  await page
    .getByRole("button", { name: /^View (Government-issued )?ID document$/i })
    .first()
    .click();
  const preview = page.getByRole("dialog");
  await expect(preview.getByText("Signed by Sample Bank PLC")).toBeVisible();
  await expect(
    preview.getByText(/Valid when uploaded: the file was unchanged since it was signed\./),
  ).toBeVisible();
  await expect(preview.getByText(/issued by Sample Certificates; we don't check issuers/)).toBeVisible();
  await check(page, "a signed document");
  await preview.getByRole("button", { name: "Download original" }).click();
  const dialog = page.getByRole("dialog", { name: "Download the original" });
  await dialog.getByLabel("Reason").selectOption({ label: "Checking the identity" });
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download", exact: true }).click();
  const stream = await (await download).createReadStream();
  expect(Buffer.concat(await stream.toArray()).equals(signed)).toBe(true);
  await expect(page.getByText("Original downloaded")).toBeVisible();
});
