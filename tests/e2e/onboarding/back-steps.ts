import { expect, type Page } from "../test";

export const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

export const steps = ["Bio Data", "Next of Kin", "Account Details", "KYC Documents"];

/** The step is shown at its URL, scrolled to the top, with the focus on its heading. */
export async function expectStep(
  page: Page,
  path: string,
  titles: readonly string[],
  step: number,
): Promise<void> {
  await expect(heading(page, titles[step]!)).toBeVisible();
  await expect(page).toHaveURL(
    (url) => url.pathname + url.search === (step ? `${path}?step=${step + 1}` : path),
  );
  await expect(heading(page, titles[step]!)).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
}
