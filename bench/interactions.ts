import type { CDPSession, Locator, Page } from "@playwright/test";

/** How often slower the page's processor is made. */
export const SLOWDOWN = 6;
/** The browser tells nothing of what took less. */
export const SHORTEST_MS = 16;

/** One press or key, in milliseconds until the next paint: what it waited, what was worked, and what was left until the picture. */
export interface Press {
  total: number;
  waited: number;
  worked: number;
  painted: number;
}

/** The window of a page that is observed. */
interface Watched {
  /** What the browser has told of presses since somebody last looked. */
  presses: Press[];
  performance: { interactionCount: number };
}

/** Runs in the page: keeps what a browser counts for "interaction to next paint". */
function observe(shortest: number): void {
  const watched = window as unknown as Watched;
  watched.presses = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
      if (entry.interactionId > 0)
        watched.presses.push({
          total: entry.duration,
          waited: entry.processingStart - entry.startTime,
          worked: entry.processingEnd - entry.processingStart,
          painted: entry.startTime + entry.duration - entry.processingEnd,
        });
  }).observe({ type: "event", buffered: true, durationThreshold: shortest } as PerformanceObserverInit);
}

/** Presses of a finger and keys in a slow page, timed one by one. */
export class Hand {
  readonly page: Page;
  private readonly session: CDPSession;
  private readonly report: (name: string, press: Press | null) => void;

  private constructor(page: Page, session: CDPSession, report: (name: string, press: Press | null) => void) {
    this.page = page;
    this.session = session;
    this.report = report;
  }

  /** `report` is told of each press that has a name; null: it took less than the browser tells. */
  static async on(page: Page, report: (name: string, press: Press | null) => void): Promise<Hand> {
    await page.addInitScript(observe, SHORTEST_MS);
    return new Hand(page, await page.context().newCDPSession(page), report);
  }

  /** From now on the page is slow. */
  async slow(): Promise<void> {
    await this.rest();
    await this.session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  }

  /** Touches the middle of it. Nothing else runs in the page meanwhile. */
  async tap(name: string, target: Locator): Promise<void> {
    await target.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    const { x, y, width, height } = (await target.boundingBox())!;
    await this.time(name, () => this.page.touchscreen.tap(x + width / 2, y + height / 2));
  }

  async key(name: string, key: string): Promise<void> {
    await this.time(name, () => this.page.keyboard.press(key));
  }

  /** A key in a field that has the focus already. */
  async type(name: string, field: Locator, key: string): Promise<void> {
    await field.focus();
    await this.key(name, key);
  }

  /** Nothing is loading any more, and the page has time. */
  async rest(): Promise<void> {
    await this.page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    await this.page.evaluate(
      () => new Promise<void>((done) => requestIdleCallback(() => requestAnimationFrame(() => done()))),
    );
  }

  private async time(name: string, act: () => Promise<void>): Promise<void> {
    await this.rest();
    const before = await this.page.evaluate(() => {
      const watched = window as unknown as Watched;
      watched.presses = [];
      return watched.performance.interactionCount;
    });
    await act();
    await this.page.waitForFunction(
      (count) => (window as unknown as Watched).performance.interactionCount > count,
      before,
    );
    await this.rest();
    // What was shorter is never told: then this is the time that the telling takes.
    await this.page
      .waitForFunction(() => (window as unknown as Watched).presses.length > 0, null, { timeout: 300 })
      .catch(() => undefined);
    const presses = await this.page.evaluate(() => (window as unknown as Watched).presses);
    // A press is several events, and the key or the finger that leaves is one of them: the longest counts.
    this.report(name, presses.sort((a, b) => b.total - a.total)[0] ?? null);
  }
}
