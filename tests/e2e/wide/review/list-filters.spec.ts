import { expect, test, type Page } from "../../test";
import { authenticate } from "../../support";

/** Controls of a list used right after another: none undoes another's change (product 2.11, 2.12). */
interface Control {
  use: (page: Page) => Promise<unknown>;
  /** The parameter of the address that it sets. */
  sets: string;
}
const search: Control = {
  use: (page) => page.getByRole("searchbox", { name: "Search" }).fill("Sample"),
  sets: "q=Sample",
};
const select = (label: string, option: string, sets: string): Control => ({
  use: (page) => page.getByLabel(label).selectOption(option),
  sets,
});
const lists = {
  "/admin/verification": [
    select("Status", "Approved", "status=approved"),
    select("Role", "Startup", "role=startup"),
  ],
  "/admin/users": [
    select("Status", "Approved", "status=approved"),
    select("Role", "Startup", "role=startup"),
    select("Rows per page", "10", "limit=10"),
    {
      use: (page: Page) => page.getByLabel("Show All Users (including unsubmitted)").check(),
      sets: "everyone=1",
    },
  ],
} satisfies Record<string, Control[]>;

for (const [list, controls] of Object.entries(lists))
  test(`${list}: a filter chosen right after typing is kept, and so is the search`, async ({ page }) => {
    await authenticate(page, "super@seedline.example");
    const pairs = controls.flatMap((control): [Control, Control][] => [
      [search, control],
      [control, search],
    ]);
    for (const [first, second] of pairs)
      await test.step(`${first.sets}, then ${second.sets}`, async () => {
        await page.goto(list);
        // The list asks for both, and once it has, the address has both, too.
        const asked = page.waitForRequest((request) => {
          const query = decodeURIComponent(new URL(request.url()).search);
          const wanted = [search, first, second].filter(({ sets }) => sets !== "everyone=1");
          return (
            /\/api\/admin\/(users|cases)/.test(request.url()) &&
            wanted.every(({ sets }) => query.includes(sets))
          );
        });
        await first.use(page);
        await second.use(page);
        await (await asked).response();
        for (const { sets } of [first, second]) await expect(page).toHaveURL(new RegExp(`[?&]${sets}(&|$)`));
      });
  });
