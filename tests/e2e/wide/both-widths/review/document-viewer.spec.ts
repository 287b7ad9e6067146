import { check } from "../../../axe";
import { query } from "../../../database";
import { fitsOn } from "../../../fits";
import { account, reject, submitIndividual, userOf } from "../../../rest";
import { authenticate, hasPdfViewer, watchConsole } from "../../../support";
import { signedPdf } from "../../../../support/signed-pdf";
import { expect, test, type Locator } from "../../../test";

/** Documents, zoomed and side by side (product 10.21). */

/** Returns how often administrators were recorded as reading each document of a user. */
const documentReads = (userId: string) =>
  query<{ file: string; reads: number }>(
    `SELECT data->>'fileId' AS file, count(*)::int AS reads FROM audit_events
     WHERE target_id = $1 AND action = 'document.viewed' GROUP BY 1`,
    [userId],
  );

test("documents are zoomed, rotated and compared with the round before", async ({
  page,
  baseURL,
  isMobile,
}) => {
  const errors = watchConsole(page);
  await hasPdfViewer(page, true);
  const user = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, user);
  await reject(baseURL!, user.email, "The photo is blurred.");
  await submitIndividual(baseURL!, user, {}, 1);
  const { _id, verification } = await userOf(baseURL!, user.email);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
  if (!isMobile) await page.getByRole("button", { name: "Passport photo", exact: true }).click();
  await page.getByRole("button", { name: "View Passport photo", exact: true }).first().click();
  const preview = page.getByRole("dialog", { name: /^Passport photo$/i });
  const image = preview.getByRole("img", { name: /^Passport photo$/i });
  await expect(image).toBeVisible();
  const sizeOf = async (target: Locator) => {
    const box = (await target.boundingBox())!;
    return [Math.round(box.width), Math.round(box.height)];
  };
  const frame = preview.getByRole("group", { name: /^Passport photo\. Press plus/i });
  /** Waits until the square image fills its frame, which becomes smaller while the dialog's parts arrive. */
  const isFitted = () =>
    expect(async () => {
      const side = Math.min(...(await sizeOf(frame)));
      expect(await sizeOf(image)).toEqual([side, side]);
    }).toPass();
  await isFitted();
  for (const name of ["Zoom in", "Zoom out", "Fit", "Rotate left", "Rotate right"]) {
    const [width, height] = await sizeOf(preview.getByRole("button", { name, exact: true }));
    expect([name, Math.min(width!, height!)]).toEqual([name, 44]);
  }
  await preview.getByRole("button", { name: "Zoom in" }).click();
  await expect(preview.getByText("125%")).toBeVisible();
  await preview.getByRole("button", { name: "Fit" }).click();
  await expect(preview.getByText("100%")).toBeVisible();
  const turned = () => image.evaluate((element) => element.style.transform);
  await preview.getByRole("button", { name: "Rotate left" }).click();
  expect(await turned()).toContain("rotate(270deg)");
  await preview.getByRole("button", { name: "Rotate right" }).click();
  expect(await turned()).toContain("rotate(0deg)");
  await isFitted();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect(preview.getByText("150%")).toBeVisible();
  await page.keyboard.press("]");
  expect(await turned()).toContain("rotate(90deg)");
  await page.keyboard.press("[");
  await page.keyboard.press("-");
  await expect(preview.getByText("125%")).toBeVisible();
  await page.keyboard.press("0");
  await expect(preview.getByText("100%")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(preview).toHaveCount(0);

  const history = page.getByRole("region", { name: "Submissions" });
  await expect(history.getByRole("heading", { name: "Current submission" })).toBeVisible();
  if (isMobile) await page.getByRole("button", { name: "Compare side by side" }).click();
  else {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog").getByText("Rotate the document left")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("d");
  }
  const comparison = page.getByRole("dialog", { name: "Compare documents" });
  const [first, second] = ["First document", "Second document"].map((name) =>
    comparison.getByRole("region", { name }),
  ) as [Locator, Locator];
  // A PDF is shown by the browser, without the product's buttons.
  await expect(first.locator("iframe")).toBeVisible();
  await expect(
    first.getByText("Zoom and rotate it with the buttons of your browser's viewer."),
  ).toBeVisible();
  const { passportPhoto, utilityBill } = verification.documents!;
  await first.getByRole("combobox").selectOption(passportPhoto!);
  await second.getByRole("combobox").selectOption(utilityBill!);
  await expect(first.getByRole("img")).toBeVisible();
  await expect(second.getByRole("img")).toBeVisible();
  // Keys apply to both documents, or to the focused one.
  await comparison.getByRole("heading", { name: "Compare documents" }).click();
  await page.keyboard.press("+");
  await expect(first.getByText("125%")).toBeVisible();
  await expect(second.getByText("125%")).toBeVisible();
  await first.getByRole("button", { name: "Zoom in" }).click();
  await page.keyboard.press("0");
  await expect(first.getByText("100%")).toBeVisible();
  await expect(second.getByText("125%")).toBeVisible();
  const [left, right] = [(await first.boundingBox())!, (await second.boundingBox())!];
  if (isMobile) expect(right.y).toBeGreaterThanOrEqual(left.y + left.height);
  else expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
  await fitsOn(page);
  await check(page, "comparison");
  await page.keyboard.press("Escape");

  // The previous and the current version of a replaced document.
  await history.getByRole("button", { name: /^Compare passport photo, before and now$/i }).click();
  await expect(first.getByRole("img", { name: /submission of/ })).toBeVisible();
  await expect(second.getByRole("img", { name: /current submission/ })).toBeVisible();
  await expect(second.getByRole("combobox")).toHaveValue(passportPhoto!);
  const before = await first.getByRole("combobox").inputValue();
  expect(before).not.toBe(passportPhoto);

  const reads = await documentReads(_id);
  expect(reads.map(({ reads: count }) => count)).toEqual(reads.map(() => 1));
  const opened = reads.map(({ file }) => `/api/files/${file}`);
  expect(opened).toEqual(expect.arrayContaining([passportPhoto, utilityBill, before]));
  expect(errors).toEqual([]);
});

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
