import { samplePhoto } from "../../../../../prisma/seed/files";
import { notice, logInOver } from "../../../auth/other-user-steps";
import { fileInput } from "../../../company";
import { account, call, type Account } from "../../../rest";
import { PASSWORD, authenticate, fillAnswers, logInWithForm } from "../../../support";
import { expect, test, type Page, type Route } from "../../../test";

/** Two users on one computer: a page of the first user stores nothing and decides nothing for the second (product 10.3). */
/** Makes local storage unavailable, as some browsers do in private windows. */
const blockStorage = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("Access is denied", "SecurityError");
      },
    }),
  );

/** The first user logs out in another tab, and the second one logs in there. */
async function changeUser(page: Page, email: string, isBlocked: boolean): Promise<void> {
  const tab = await page.context().newPage();
  if (isBlocked) await blockStorage(tab);
  await tab.goto("/profile");
  await tab.request.get("/api/auth/logout");
  await logInWithForm(tab, email, PASSWORD);
}

async function two(base: string): Promise<[Account, Account]> {
  const [first, second] = await Promise.all([account(base, "personal"), account(base, "personal")]);
  await call(base, "PUT", "/api/auth/updateMe", second.token, { name: "Bola Second" });
  return [first, second];
}

const draftOf = async (base: string, { token }: Account) =>
  (await call(base, "GET", "/api/verification/draft", token)).data as {
    values: Record<string, unknown>;
    files: Record<string, unknown>;
  } | null;

for (const isBlocked of [false, true]) {
  const where = isBlocked ? "without local storage" : "with local storage";

  test(`a page that loads slowly belongs to its user, ${where}`, async ({ page, baseURL }) => {
    const [first, second] = await two(baseURL!);
    if (isBlocked) await blockStorage(page);
    await authenticate(page, first.email, PASSWORD);
    const line = Promise.withResolvers<void>();
    await page.route("**/_next/static/**/*.js", (route) => line.promise.then(() => route.continue()));
    const loading = page.goto("/investor-verification");
    await expect(page.getByRole("heading", { name: "Bio Data" })).toBeVisible();
    await changeUser(page, second.email, isBlocked);
    line.resolve();
    await loading;

    await expect(notice(page)).toContainText(`You are now logged in as Bola Second (${second.email})`);
    const name = page.getByRole("textbox", { name: "First Name" });
    await name.fill("Adaobi");
    await page.getByLabel("Surname").fill("First");
    await page.getByRole("button", { name: "Save Progress" }).filter({ visible: true }).click();
    await expect(page.getByText("Failed to save progress")).toBeVisible();
    expect(await draftOf(baseURL!, second)).toBeNull();

    await page.getByRole("button", { name: "Reload the page" }).click();
    await expect(page.getByRole("textbox", { name: "First Name" })).not.toHaveValue("Adaobi");
    await expect(notice(page)).toHaveCount(0);
  });

  test(`answers and documents wait until their user has logged in again, ${where}`, async ({
    page,
    baseURL,
  }) => {
    const [first, second] = await two(baseURL!);
    if (isBlocked) await blockStorage(page);
    await authenticate(page, first.email, PASSWORD);
    await page.goto("/investor-verification");
    await fillAnswers(page, first.email);
    await expect(page.getByText("Saved", { exact: true }).filter({ visible: true })).toBeVisible();
    // With storage, a logout in another tab closes this page at once.
    if (isBlocked) await changeUser(page, second.email, isBlocked);
    else await logInOver(page, second.email, PASSWORD);

    const photo = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await samplePhoto(160) };
    await fileInput(page, "Passport photo").setInputFiles(photo);
    await expect(page.getByText(/not uploaded yet/)).toBeVisible();
    await expect(notice(page)).toContainText(second.email);
    // The second attempt reaches the server, with the token of the other user, only after its user has logged in again.
    const [sent, reopened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hold = async (route: Route) => {
      sent.resolve();
      await reopened.promise;
      await route.continue();
    };
    await page.route("**/api/verification/draft/files/**", hold, { times: 1 });
    // With the keyboard, because the button is off the screen on a phone, and the page moves during scrolling.
    await page.getByRole("button", { name: "Retry upload of Passport photo" }).press("Enter");
    await sent.promise;
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByLabel("Account Name").fill("Ada First");
    await expect(page.getByText("Not saved yet").filter({ visible: true })).toBeVisible();
    expect(await draftOf(baseURL!, second)).toBeNull();

    await page.getByRole("button", { name: "Log in again" }).click();
    const dialog = page.getByRole("dialog", { name: "Log in again" });
    await dialog.getByLabel("Your password").fill(PASSWORD);
    const [asked, refreshed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/verification\?.*_rsc=/, async (route) => {
      asked.resolve();
      await refreshed.promise;
      await route.continue();
    });
    await dialog.getByRole("button", { name: "Log in" }).click();
    await asked.promise;
    // Until the page has been refreshed, the dialog covers it, and cannot be sent again or closed.
    await expect(dialog.getByText("Checking...")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeVisible();
    refreshed.resolve();
    await expect(notice(page)).toHaveCount(0);
    await expect(page.getByText("Saved", { exact: true }).filter({ visible: true })).toBeVisible();
    reopened.resolve();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page.getByText("Uploaded")).toHaveCount(1);
    const token = (
      await call(baseURL!, "POST", "/api/auth/login", undefined, { email: first.email, password: PASSWORD })
    ).accessToken!;
    const draft = await draftOf(baseURL!, { email: first.email, token });
    expect([draft!.values["accountName"], Object.keys(draft!.files)]).toEqual([
      "Ada First",
      ["passportPhoto"],
    ]);
  });
}
