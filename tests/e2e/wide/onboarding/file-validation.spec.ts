import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "../../test";
import sharp from "sharp";
import { samplePdf, samplePhoto } from "../../../../prisma/seed/files";
import { fileInput } from "../../company";
import { atDocuments, choose } from "../../onboarding/file-validation-steps";

test("a file whose content contradicts its name shows an error in its field and is not uploaded", async ({
  page,
  baseURL,
}) => {
  const { uploads } = await atDocuments(page, baseURL!);
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  const rows: [field: string, name: string, type: string, bytes: Buffer, allowed: string, hint: RegExp][] = [
    ["ID document", "id.pdf", "application/pdf", Buffer.from("Dear Sir,"), "PDF, JPG, PNG", /^This file is a text file\.$/],
    ["ID document", "id.png", "image/png", Buffer.from("<svg xmlns='x'><script/></svg>"), "PDF, JPG, PNG", /^This file is an SVG image\.$/],
    ["ID document", "id.jpg", "image/jpeg", Buffer.from("<!doctype html><p>"), "PDF, JPG, PNG", /^This file is a web page\. Save or print it as a PDF/],
    ["Passport photo", "me.jpg", "image/jpeg", Buffer.from("just text"), "JPG, PNG", /^This file is a text file\.$/],
    ["Passport photo", "me.jpg", "image/jpeg", heic, "JPG, PNG", /^We can't read HEIC photos here\. Take the photo again as a JPG/],
    ["Passport photo", "IMG_1.HEIC", "image/heic", heic, "JPG, PNG", /^We can't read HEIC photos/],
    ["Passport photo", "me.jpg", "image/jpeg", await samplePdf("Me"), "JPG, PNG", /^This file is a PDF\.$/],
    ["ID document", "bill.docx", "", Buffer.from("PK\x03\x04..word/document.xml", "latin1"), "PDF, JPG, PNG", /^This file is a Word document\. Save or print it as a PDF/],
    ["ID document", "id.jpg.html", "image/jpeg", await samplePhoto(9), "PDF, JPG, PNG", /^This file name has the extension of a program or a web page/],
  ]; // oxfmt-ignore
  for (const [field, name, type, bytes, allowed, hint] of rows) {
    await choose(page, field, name, type, bytes);
    await expect(page.getByText(`Allowed types: ${allowed}`, { exact: true })).toBeVisible();
    await expect(page.getByText(hint)).toBeVisible();
    await expect(fileInput(page, field)).toHaveAttribute("aria-invalid", "true");
    await page.getByRole("button", { name: `Remove ${field}` }).click();
    await expect(page.getByText(hint)).toHaveCount(0);
  }
  await choose(page, "Utility bill", "long.pdf", "application/pdf", Buffer.concat([await samplePdf("x"), Buffer.alloc(5 * 1024 * 1024)])); // oxfmt-ignore
  await expect(page.getByText("Max file size is 5MB", { exact: true })).toBeVisible();
  expect(uploads()).toBe(0);
});

test("a photo of 48 megapixels and more than 5 MB is scaled down, a damaged one shows an error", async ({
  page,
  baseURL,
}) => {
  await atDocuments(page, baseURL!);
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const large = await sharp({ create: { width: 8064, height: 6048, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
  expect(large.length).toBeGreaterThan(5 * 1024 * 1024);
  const answer = page.waitForResponse((response) => response.url().includes("/draft/files/passportPhoto"));
  await choose(page, "Passport photo", "IMG_48.jpg", "image/jpeg", large);
  const { data } = (await (await answer).json()) as { data: { _id: string; size: number; name: string } };
  expect(data.name).toBe("IMG_48.jpg");
  expect(data.size).toBeLessThanOrEqual(5 * 1024 * 1024);
  await expect(page.getByText("Uploaded")).toHaveCount(1);
  const kept = await page.request.get(`/api/files/${data._id}`);
  const { format, width, height } = await sharp(await kept.body()).metadata();
  expect([format, width, height]).toEqual(["jpeg", 3000, 2250]);

  await choose(page, "Utility bill", "large.png", "image/png", await samplePhoto(150, "png", 3600));
  await expect(page.getByText("large.jpg")).toBeVisible();
  await expect(page.getByText("Uploaded")).toHaveCount(2);

  await choose(page, "ID document", "torn.jpg", "image/jpeg", Buffer.concat([large.subarray(0, 200), Buffer.alloc(6 * 1024 * 1024)])); // oxfmt-ignore
  await expect(page.getByText("Max file size is 5MB", { exact: true })).toBeVisible();
  await expect(page.getByText(/^We couldn't make this photo smaller\. Take it again/)).toBeVisible();
});

test("a file that cannot be read shows an error in its field; one that is changed after it was chosen is still sent", async ({
  page,
  baseURL,
  context,
}) => {
  const { uploads } = await atDocuments(page, baseURL!);
  const folder = await mkdtemp(path.join(os.tmpdir(), "seedline-unreadable-"));
  const line = await context.newCDPSession(page);
  const { root } = (await line.send("DOM.getDocument", { depth: -1, pierce: true })) as {
    root: { nodeId: number };
  };
  const { nodeIds } = (await line.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: 'input[type="file"]:not([capture])',
  })) as { nodeIds: number[] };
  // As if its drive had gone offline between the choice and the first read.
  await line.send("DOM.setFileInputFiles", { nodeId: nodeIds[0]!, files: [path.join(folder, "gone.pdf")] });
  await expect(page.getByText("We can no longer read this file. Choose it again.")).toBeVisible();
  await expect(page.getByText("gone.pdf")).toHaveCount(0);
  expect(uploads()).toBe(0);

  const photo = path.join(folder, "photo.jpg");
  await writeFile(photo, await samplePhoto(170));
  await page.route("**/api/verification/draft/files/**", (route) => route.abort("connectionreset"));
  await fileInput(page, "Passport photo").setInputFiles(photo);
  await expect(page.getByText(/not uploaded yet/)).toBeVisible();
  await writeFile(photo, "changed");
  await page.unroute("**/api/verification/draft/files/**");
  await page.getByRole("button", { name: "Retry upload of Passport photo" }).click();
  await expect(page.getByText("Uploaded")).toHaveCount(1);
  await rm(folder, { recursive: true });
});
