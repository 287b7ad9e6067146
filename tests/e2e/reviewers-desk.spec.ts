import { readFile } from "node:fs/promises";
import { check } from "./axe";
import { query } from "./database";
import { account, call, reject, submitIndividual, userOf } from "./rest";
import { authenticate, watchConsole } from "./support";
import { expect, test, type Locator, type Page } from "./test";

/** What reviewers work with: documents side by side, the next case, saved filters and figures (product 10.21 to 10.23, 10.25). */
const fitsOn = async (page: Page) => {
  const [content, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    window.innerWidth,
  ]);
  expect(content).toBeLessThanOrEqual(screen!);
};

/** How often each document of a user was recorded as read by an administrator. */
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
  const user = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, user);
  await reject(baseURL!, user.email, "The photo is blurred.");
  await submitIndividual(baseURL!, user, {}, 30);
  const { _id, verification } = await userOf(baseURL!, user.email);
  await authenticate(page, "admin@seedline.example");
  await page.goto(`/admin/verification/${_id}`);
  await page.getByRole("button", { name: "View Passport Photo", exact: true }).first().click();
  const preview = page.getByRole("dialog", { name: /^Passport photo$/i });
  const image = preview.getByRole("img", { name: /^Passport photo$/i });
  await expect(image).toBeVisible();
  const sizeOf = async (target: Locator) => {
    const box = (await target.boundingBox())!;
    return [Math.round(box.width), Math.round(box.height)];
  };
  const fitted = await sizeOf(image);
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
  expect(await sizeOf(image)).toEqual(fitted);
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
  if (isMobile) await page.getByRole("button", { name: "Compare documents" }).click();
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
  // A PDF has no buttons of ours.
  await expect(first.locator("iframe")).toBeVisible();
  await expect(
    first.getByText("Zoom and rotate it with the buttons of your browser's viewer."),
  ).toBeVisible();
  const { passportPhoto, utilityBill } = verification.documents!;
  await first.getByRole("combobox").selectOption(passportPhoto!);
  await second.getByRole("combobox").selectOption(utilityBill!);
  await expect(first.getByRole("img")).toBeVisible();
  await expect(second.getByRole("img")).toBeVisible();
  // Keys go to both, or to the one that has the focus.
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

  // Before and now of a document that was replaced.
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

/** Two pending cases, the newer one first in the queue, and the page of that one. */
async function twoCases(page: Page, baseURL: string) {
  const mark = `Next${Date.now().toString(36)}`;
  const ids: string[] = [];
  for (const n of [0, 1]) {
    const user = await account(baseURL, "personal");
    await call(baseURL, "PUT", "/api/auth/updateMe", user.token, { name: `${mark} ${n}` });
    await submitIndividual(baseURL, user);
    ids.push((await userOf(baseURL, user.email))._id);
  }
  // As if nobody had read or claimed them.
  await authenticate(page, "super@seedline.example");
  await page.goto(`/admin/verification?q=${mark}&order=newest`);
  return { mark, first: ids[1]!, second: ids[0]! };
}
const readsBySuper = async (userId: string) =>
  (
    await query<{ reads: number }>(
      `SELECT count(*)::int AS reads FROM audit_events JOIN users ON users.id = actor_id
       WHERE target_id = $1 AND action IN ('user.viewed', 'document.viewed') AND users.email = 'super@seedline.example'
         AND data->>'part' <> 'duplicate'`,
      [userId],
    )
  )[0]!.reads;
const isClaimed = async (userId: string) =>
  (await query("SELECT 1 FROM submissions WHERE user_id = $1 AND claimed_by_id IS NOT NULL", [userId]))
    .length > 0;

test("the next case opens with the answer to the decision, and is not read before", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const { mark, first, second } = await twoCases(page, baseURL!);
  await page.getByLabel("Open the next case after a decision").check();
  await page.getByRole("link", { name: `View ${mark} 1` }).click();
  await expect(page.getByTitle(`${mark} 1`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Next in list (j)" })).toBeEnabled();
  await page.getByRole("button", { name: "Next in list (j)" }).hover();
  await page.waitForLoadState("networkidle");
  expect(await readsBySuper(first)).toBeGreaterThan(0);
  expect(await readsBySuper(second)).toBe(0);

  // The decision is made, and its answer held back.
  const answered = Promise.withResolvers<void>();
  const decided = Promise.withResolvers<void>();
  await page.route(`**/api/admin/users/${first}/verification-status`, async (route) => {
    const response = await route.fetch();
    decided.resolve();
    await answered.promise;
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Approve" }).filter({ visible: true }).click();
  await decided.promise;
  await page.waitForLoadState("networkidle");
  expect(await readsBySuper(second)).toBe(0);
  // Until the next case is there, the decided one stays, without a loading screen.
  const arrived = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  await page.route(`**/admin/verification/${second}?**`, async (route) => {
    requested.resolve();
    await arrived.promise;
    await route.continue();
  });
  answered.resolve();
  await requested.promise;
  await expect(page.getByText(`${mark} 1 approved`)).toBeVisible();
  await expect(page.getByTitle(`${mark} 1`)).toBeVisible();
  await expect(page.getByText(`You approved ${mark} 1`)).toHaveCount(0);
  arrived.resolve();
  await expect(page.getByTitle(`${mark} 0`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(second));
  await expect(page.getByText(`${mark} 1 approved`)).toBeVisible();
  await expect(page.getByText("Nobody is working on this case")).toBeVisible();
  expect(await readsBySuper(second)).toBeGreaterThan(0);
  expect(await isClaimed(second)).toBe(false);

  // The last one of the list: the result is shown, and the setting can be changed.
  await page.getByRole("button", { name: "Approve" }).filter({ visible: true }).click();
  await expect(page.getByText(`You approved ${mark} 0`)).toBeVisible();
  await expect(page.getByLabel("Open the next case after a decision")).toBeChecked();
  expect(errors).toEqual([]);
});

test("without the setting the result is shown, and the next case is read when it is opened", async ({
  page,
  baseURL,
}) => {
  const { mark, second } = await twoCases(page, baseURL!);
  await page.getByRole("link", { name: `View ${mark} 1` }).click();
  await expect(page.getByRole("button", { name: "Next in list (j)" })).toBeEnabled();
  await page.getByRole("button", { name: "Approve" }).filter({ visible: true }).click();
  await expect(page.getByText(`You approved ${mark} 1`)).toBeVisible();
  await page.getByRole("button", { name: `Review next: ${mark} 0` }).hover();
  await page.waitForLoadState("networkidle");
  expect(await readsBySuper(second)).toBe(0);
  await page.getByRole("button", { name: `Review next: ${mark} 0` }).click();
  await expect(page.getByTitle(`${mark} 0`)).toBeVisible();
  expect(await readsBySuper(second)).toBeGreaterThan(0);
});

test("filters are saved by name, replaced after asking, applied and deleted", async ({ page, isMobile }) => {
  const errors = watchConsole(page);
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/verification?role=startup&order=deadline&q=ada");
  const menu = page.getByRole("button", { name: "Saved filters" });
  const name = `Late ${isMobile ? "phone" : "desktop"}`;
  const openDialog = async () => {
    await menu.click();
    await page.getByRole("menuitem", { name: "Save these filters" }).click();
    return page.getByRole("dialog", { name: "Save these filters" });
  };
  const dialog = await openDialog();
  await expect(dialog).toContainText("Pending, Startup, All cases, Deadline. Only you see them.");
  await expect(dialog).toContainText("The search text is not saved.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a name")).toBeVisible();
  await dialog.getByLabel("Name").fill(name);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);

  await page.goto("/admin/verification?status=rejected");
  await openDialog();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText(`You have a filter "${name}" already. Replace it?`);
  await check(page, "saving a filter");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await menu.click();
  await page.getByRole("menuitem", { name: `${name} Pending, Startup, All cases, Deadline` }).click();
  await expect(page).toHaveURL(/\/admin\/verification\?role=startup&order=deadline$/);
  await expect(page.getByLabel("Sort by")).toHaveValue("deadline");

  await page.getByLabel("Cases").selectOption("Mine");
  await openDialog();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Replace" }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto("/admin/verification");
  await menu.click();
  const item = page.getByRole("menuitem", { name: `${name} Pending, Startup, Mine, Deadline` });
  await expect(item).toBeVisible();
  await fitsOn(page);
  await check(page, "the menu of saved filters");
  await page.getByRole("menuitem", { name: "Delete filters" }).click();
  const deleting = page.getByRole("dialog", { name: "Delete filters" });
  await deleting.getByRole("button", { name: `Delete the filter ${name}` }).click();
  await expect(deleting.getByText(name)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await menu.click();
  await expect(item).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("the figures about decisions are plots, tables and CSV with the same numbers", async ({ page }) => {
  const errors = watchConsole(page);
  await authenticate(page, "super@seedline.example");
  await page.goto("/admin");
  for (const [title, label] of [
    ["Decisions per reviewer", "Decisions per reviewer and day"],
    ["Reasons of rejection", "Rejections by reason"],
    ["Approved at the second round", "Decisions at the second round"],
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
      cells.map((cell) => cell!.replaceAll(",", "")),
    ]);
  }
  await fitsOn(page);
  await check(page, "figures as tables");
  expect(errors).toEqual([]);
});
