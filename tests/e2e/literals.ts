import { expect, type Locator, type Page } from "@playwright/test";
import { literals, type Kind, type Place } from "../literals/onboarding";

const locators: Record<Exclude<Kind, "log" | "toast">, (page: Page, text: string) => Locator> = {
  heading: (page, name) => page.getByRole("heading", { name, exact: true }),
  button: (page, name) => page.getByRole("button", { name, exact: true }),
  card: (page, hasText) => page.getByRole("button").filter({ hasText }),
  link: (page, name) => page.getByRole("link", { name, exact: true }),
  label: (page, text) => page.getByLabel(text, { exact: true }),
  placeholder: (page, text) => page.getByPlaceholder(text, { exact: true }),
  option: (page, name) => page.getByRole("option", { name, exact: true }),
  text: (page, text) => page.getByText(text),
  message: (page, text) =>
    page.locator("p:not([data-sonner-toast] *), [role=alert]").getByText(text, { exact: true }),
};

/** The sections visited so far. */
export const visited = new Set<Place>();
const logged = new WeakMap<Page, string[]>();

/** Expects all texts of a place. */
export async function expectTexts(page: Page, place: Place): Promise<void> {
  await Promise.all(
    literals[place].map(async ([section, kind, text]) => {
      const what = `product ${section}, ${place}: ${kind} '${text}'`;
      if (kind === "log") {
        await expect.poll(() => logged.get(page)?.some((line) => line.includes(text)), what).toBe(true);
      } else if (kind === "toast") {
        await expect.poll(() => page.evaluate(takeToast, text), what).toBe(true);
      } else if (kind === "option") {
        await expect(locators.option(page, text).first(), what).toBeAttached();
      } else {
        await expect(locators[kind](page, text).filter({ visible: true }).first(), what).toBeVisible();
      }
    }),
  );
  visited.add(place);
}

/** Does the same at the width of a phone. */
export async function expectTextsOnPhone(page: Page, place: Place): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expectTexts(page, place);
  await page.setViewportSize(before);
}

/** Records each toast in the page, because it disappears after three seconds, which may be too short on a busy machine. */
export function recordToasts(): void {
  const recorded = new WeakSet<Element>();
  const texts: string[] = [];
  Object.assign(window, { recordedToasts: texts });
  const record = () => {
    for (const toast of document.querySelectorAll("[data-sonner-toast]")) {
      const text = toast.querySelector("[data-title]")?.textContent;
      if (!text || recorded.has(toast)) continue;
      recorded.add(toast);
      texts.push(text);
    }
  };
  new MutationObserver(record).observe(document, { subtree: true, childList: true });
}

/** Removes a recorded toast; false if there is none. */
function takeToast(text: string): boolean {
  const { recordedToasts: texts } = window as unknown as { recordedToasts: string[] };
  const at = texts.indexOf(text);
  if (at >= 0) texts.splice(at, 1);
  return at >= 0;
}

/** Makes a call fail once without a message. */
export const failWithoutMessage = (page: Page, url: string, status = 500) =>
  page.route(url, (route) => route.fulfill({ status, json: { success: false } }), { times: 1 });

/** Collects the page's log messages. */
export async function collectLog(page: Page): Promise<void> {
  const lines: string[] = [];
  logged.set(page, lines);
  page.on("console", (message) => lines.push(message.text()));
}
