import { readFile } from "node:fs/promises";
import { unzip } from "../../../support/unzip";
import { check } from "../../axe";
import { account, submitIndividual, userOf } from "../../rest";
import { logInWithForm, watchConsole } from "../../support";
import { expect, test } from "../../test";

/** A super administrator downloads an evidence pack with the documents (product 10.18). */
test("an evidence pack contains the documents if they are chosen", async ({ page, baseURL }) => {
  const errors = watchConsole(page);
  const user = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, user, {});
  const { _id } = await userOf(baseURL!, user.email);
  await logInWithForm(page, "super@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
  await page.getByRole("button", { name: "Evidence pack" }).click();
  const dialog = page.getByRole("dialog", { name: "Create an evidence pack" });
  await dialog.getByLabel("Reason").selectOption({ index: 1 });
  await dialog.getByRole("checkbox", { name: /^Include the documents, encrypted/ }).check();
  await check(page, "evidence pack");
  const started = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe(`evidence-${_id}.zip`);
  const files = unzip(await readFile(await download.path()));
  expect([...files.keys()]).toContain("documents.age");
  expect(files.get("reads.json")!.toString()).toContain('"part": "document"');
  await expect(dialog).toHaveCount(0);
  expect(errors).toEqual([]);
});
