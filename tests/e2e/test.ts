import { test as base, expect, type Page } from "@playwright/test";

export { expect, type Browser, type Locator, type Page, type Route } from "@playwright/test";

/** While a page streams in, a part of it is there twice: hidden where it arrived, and where it belongs. Tests meet it after that. */
async function arrived(page: Page): Promise<void> {
  await expect(page.locator('[hidden][id^="S:"]')).toHaveCount(0);
}

function waitsForArrival(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    await arrived(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await arrived(page);
    return response;
  };
}

export const test = base.extend({
  context: async ({ context }, provide) => {
    context.on("page", waitsForArrival);
    await provide(context);
  },
});
