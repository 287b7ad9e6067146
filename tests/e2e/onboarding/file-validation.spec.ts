import { expect, test } from "../test";
import { samplePdf, samplePhoto } from "../../../prisma/seed/files";
import { fileInput } from "../company";
import { atDocuments, choose } from "./file-validation-steps";

test("files with the names and types that phones and scanner apps give them are uploaded", async ({
  page,
  baseURL,
}) => {
  await atDocuments(page, baseURL!);
  const pdf = await samplePdf("x");
  const rows: [field: string, name: string, type: string, bytes: Buffer, storedAs: string][] = [
    ["ID document", "scan", "", pdf, "scan.pdf"],
    ["ID document", "id.pdf", "application/x-pdf", Buffer.concat([Buffer.from("\n"), pdf]), "id.pdf"],
    ["Utility bill", "bill", "application/octet-stream", await samplePhoto(9), "bill.jpg"],
    ["Passport photo", "me.jpeg", "image/pjpeg", await samplePhoto(9), "me.jpeg"],
    ["Passport photo", "IMG_2.HEIC", "image/jpg", await samplePhoto(9), "IMG_2.jpg"],
    ["Passport photo", "photo.jpg", "image/jpeg", await samplePhoto(9, "png"), "photo.png"],
  ];
  for (const [field, name, type, bytes, storedAs] of rows) {
    // Android hides files of other types.
    await expect(fileInput(page, field)).toHaveAttribute("accept", /\*\/\*$/);
    await choose(page, field, name, type, bytes);
    await expect(page.getByRole("link", { name: storedAs })).toBeVisible();
    await page.getByRole("button", { name: `Remove ${field}` }).click();
    await expect(page.getByRole("link", { name: storedAs })).toHaveCount(0);
  }
});
