import { expect, type Page } from "@playwright/test";

const MIN_TARGET = 24;

/**
 * Returns layout errors of the page at this width, as text. A phone zooms out over content that is too wide, so innerWidth cannot be used.
 */
function faults({ minimum, screen }: { minimum: number; screen: number }): string[] {
  const found: string[] = [];
  const { scrollWidth } = document.scrollingElement!;
  if (scrollWidth > screen) found.push(`scrolls sideways: ${scrollWidth} > ${screen}`);

  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} '${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}' ${element.getAttribute("name") ?? ""}`;
  const shown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    // Visually hidden: file inputs, text for screen readers.
    element.getBoundingClientRect().width > 1;
  /** Content of a horizontal scroller, such as slides, may be outside the screen. */
  const inScroller = (element: Element): boolean => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  };
  const inModal = document.querySelector("[role=dialog], [role=alertdialog]");
  const scope = inModal ?? document.body;

  for (const element of scope.querySelectorAll("a[href], button, input, select, textarea, [role=option]")) {
    if (!shown(element)) continue;
    // A label enlarges its control; a link in a sentence may be as high as its line (WCAG 2.5.8).
    const label = element.closest("label");
    const inSentence = element.tagName === "A" && getComputedStyle(element).display === "inline";
    const { width, height, left, right } = (label ?? element).getBoundingClientRect();
    if (!inSentence && (width < minimum || height < minimum))
      found.push(`too small: ${name(element)} ${Math.round(width)}x${Math.round(height)}`);
    if ((left < -1 || right > screen + 1) && !inScroller(element))
      found.push(`off the screen: ${name(element)}`);
  }

  const cuts = (style: CSSStyleDeclaration) =>
    /hidden|clip/.test(style.overflowX) && style.textOverflow !== "ellipsis";
  for (const element of scope.querySelectorAll(
    "h1, h2, h3, p, span, label, legend, button, a, li, dt, dd, strong",
  )) {
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim());
    if (!text || !shown(element)) continue;
    const style = getComputedStyle(element);
    if (cuts(style) && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      found.push(`cut off: ${name(element)}`);
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right, width } = range.getBoundingClientRect();
    const runsOff = width > 1 && style.textOverflow !== "ellipsis" && (left < -1 || right > screen + 1);
    if (runsOff && !inScroller(element)) found.push(`runs off: ${name(element)}`);
  }
  return [...new Set(found)];
}

/** Checks the layout at the width of the window: nothing overflows or is cut off, and every control is large enough. */
export async function fits(page: Page, what: string): Promise<void> {
  await expect(page).toHaveTitle(/Seedline/);
  await expect(page.locator("h1").first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(faults, { minimum: MIN_TARGET, screen: page.viewportSize()!.width }), what)
    .toEqual([]);
  const shots = process.env["E2E_SCREENSHOTS"];
  if (shots) await page.screenshot({ path: `${shots}/${what.replace(/\W+/g, "-")}.png`, fullPage: true });
}

/** Checks that the page does not scroll sideways. */
export const fitsOn = async (page: Page) => {
  const content = await page.evaluate(() => document.scrollingElement!.scrollWidth);
  expect(content).toBeLessThanOrEqual(page.viewportSize()!.width);
};
