import { expect, test } from "../../test";
import { account, submitIndividual, userOf } from "../../rest";
import { authenticate } from "../../support";

/** Opening a review: by its address, such as from an email, and by a key. */
test("a review loaded directly prefetches no page of the menu and asks for its list once", async ({
  page,
  baseURL,
}) => {
  const user = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, user);
  const { _id } = await userOf(baseURL!, user.email);
  await authenticate(page, "super@seedline.example");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    asked.push(searchParams.has("_rsc") ? `prefetch ${pathname}` : pathname);
  });
  // The stream has only its first event, not those of cases that other tests change.
  await page.route("**/api/admin/cases/events", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: "retry: 600000\n\ndata: *\n\n" }),
  );
  const list = page.waitForResponse((response) => /\/api\/admin\/cases\?/.test(response.url()));
  // The first event of the stream reloads the review.
  const reload = page.waitForResponse((response) => response.url().endsWith(`/users/${_id}/review`));
  await page.goto(`/admin/verification/${_id}`);
  await (await list).finished();
  await (await reload).finished();
  expect(asked.filter((path) => path === "/api/admin/cases")).toHaveLength(1);
  // The link back to the queue may be prefetched; the menu's other pages are not.
  const prefetched = asked.filter(
    (path) => path.startsWith("prefetch") && path !== "prefetch /admin/verification",
  );
  expect(prefetched).toEqual([]);

  // A page is prefetched once the pointer is on its link.
  const menu = page.getByRole("navigation", { name: "Main" });
  const users = page.waitForRequest((request) => /\/admin\/users\?_rsc=/.test(request.url()));
  await menu.getByRole("link", { name: "Manage Users" }).hover();
  await users;
});

test("the next case opened by a key has the focus, and its documents open and close like other sections", async ({
  page,
  baseURL,
}) => {
  const user = await account(baseURL!, "personal");
  await submitIndividual(baseURL!, user);
  await authenticate(page, "admin@seedline.example");
  await page.goto("/admin/verification");
  await expect(page.getByRole("table", { name: "Verification queue" })).toBeVisible();
  await page.keyboard.press("n");
  const heading = page.getByRole("heading", { name: "User Verification" });
  await expect(heading).toBeVisible();
  await expect
    .poll(() =>
      heading.evaluate(
        (element) => document.activeElement?.contains(element) && document.activeElement.tagName,
      ),
    )
    .toBe("DIV");

  const documents = page.getByRole("button", { name: /^Documents/ });
  const preview = page.getByRole("region", { name: /, side panel$/ });
  await expect(documents).toHaveAttribute("aria-expanded", "true");
  await expect(preview).toBeVisible();
  await documents.click();
  await expect(preview).toHaveCount(0);
  await documents.click();
  await expect(preview).toBeVisible();

  // A phone shows a document without a press, too.
  await page.setViewportSize({ width: 390, height: 844 });
  const photo = page.getByRole("region", { name: "Passport photo, side panel" });
  await photo.scrollIntoViewIfNeeded();
  await expect(photo.locator("img")).toBeVisible();
});
