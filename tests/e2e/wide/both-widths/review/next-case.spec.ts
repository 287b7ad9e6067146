import { query } from "../../../database";
import { applicantNamed, userOf } from "../../../rest";
import { authenticate, watchConsole } from "../../../support";
import { expect, test, type Page } from "../../../test";

/** The next case after a decision (product 10.22). */

/** Creates two pending cases, the newer one first in the queue, and opens the page of the newer one. */
async function twoCases(page: Page, baseURL: string) {
  const mark = `Next${Date.now().toString(36)}`;
  const ids: string[] = [];
  for (const n of [0, 1]) {
    const user = await applicantNamed(baseURL, `${mark} ${n}`);
    ids.push((await userOf(baseURL, user.email))._id);
  }
  // As if no reviewer had read or claimed them.
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
/** Collects requests for the page of a user, each of which would be recorded as a read. */
function requestsFor(page: Page, userId: string): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(`/admin/verification/${userId}`))
      requests.push(request.url());
  });
  return requests;
}
const isClaimed = async (userId: string) =>
  (await query("SELECT 1 FROM submissions WHERE user_id = $1 AND claimed_by_id IS NOT NULL", [userId]))
    .length > 0;

test("the next case opens with the answer to the decision, and is not read before", async ({
  page,
  baseURL,
}) => {
  const errors = watchConsole(page);
  const { mark, first, second } = await twoCases(page, baseURL!);
  await page.getByRole("button", { name: /^More options/ }).click();
  await page.getByLabel("Open the next case after a decision").check();
  await page.getByRole("link", { name: `View ${mark} 1` }).click();
  await expect(page.getByTitle(`${mark} 1`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Next in list (j)" })).toBeEnabled();
  const requestsForSecond = requestsFor(page, second);
  await page.getByRole("button", { name: "Next in list (j)" }).hover();
  expect(await readsBySuper(first)).toBeGreaterThan(0);

  // The decision is made, and its response is delayed.
  const answered = Promise.withResolvers<void>();
  let decided = 0;
  await page.route(`**/api/admin/users/${first}/verification-status`, async (route) => {
    const response = await route.fetch();
    decided = response.status();
    await answered.promise;
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Approve" }).filter({ visible: true }).click();
  const question = page.getByRole("alertdialog");
  // A question instead of the decision is the error.
  await expect.poll(async () => decided || ((await question.isVisible()) && question.innerText())).toBe(200);
  expect(requestsForSecond).toEqual([]);
  expect(await readsBySuper(second)).toBe(0);
  // The decided case stays visible until the next one has loaded, without a loading screen.
  const arrived = Promise.withResolvers<void>();
  let requested = false;
  await page.route(`**/admin/verification/${second}?**`, async (route) => {
    requested = true;
    await arrived.promise;
    await route.continue();
  });
  answered.resolve();
  await expect.poll(() => requested).toBe(true);
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

  // The last case of the list: the result is shown, and the setting can be changed.
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
  const requestsForSecond = requestsFor(page, second);
  await page.getByRole("button", { name: `Review next: ${mark} 0` }).hover();
  await page.getByRole("button", { name: `Review next: ${mark} 0` }).focus();
  expect(requestsForSecond).toEqual([]);
  expect(await readsBySuper(second)).toBe(0);
  await page.getByRole("button", { name: `Review next: ${mark} 0` }).click();
  await expect(page.getByTitle(`${mark} 0`)).toBeVisible();
  expect(await readsBySuper(second)).toBeGreaterThan(0);
});
