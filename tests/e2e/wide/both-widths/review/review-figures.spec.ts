import { readFile } from "node:fs/promises";
import { check } from "../../../axe";
import { fitsOn } from "../../../fits";
import { authenticate, watchConsole } from "../../../support";
import { expect, test } from "../../../test";

/** Figures about decisions (product 10.25). */
test("the figures about decisions are plots, tables and CSV with the same numbers", async ({ page }) => {
  const errors = watchConsole(page);
  await authenticate(page, "super@seedline.example");
  // If other tests submit or decide in the meantime, the page and the files are read again.
  await expect(async () => {
    await page.goto("/admin");
    for (const [title, label] of [
      ["Decisions per reviewer", "Decisions per reviewer and day"],
      ["Reasons for rejection", "Rejections by reason"],
      ["Approved in the second round", "Decisions in the second round"],
      ["Waiting by age", "Pending submissions by business days waited"],
      ["From registration to approval", "From registration to approval"],
    ] as const) {
      await page.getByRole("button", { name: `${title}: show table` }).click();
      const table = page.getByRole("table", { name: label });
      const cells = (await table.getByRole("row").allInnerTexts())
        .slice(1)
        .map((row) => row.split("\t").at(-1));
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: `${title}: download CSV` }).click(),
      ]);
      const text = await readFile(await file.path(), "utf8");
      const lines = text.trim().split("\r\n").slice(1);
      expect([title, lines.map((line) => line.split(",").at(-1))]).toEqual([
        title,
        cells.map((cell) => `"${cell!.replaceAll(",", "")}"`),
      ]);
    }
  }).toPass({ timeout: 90_000 });
  await fitsOn(page);
  await check(page, "figures as tables");
  expect(errors).toEqual([]);
});
