import type { CDPSession, Locator, Page } from "@playwright/test";

/** CPU throttling factor of the page. */
export const SLOWDOWN = 6;
/** The minimum of the browser's event timing; shorter interactions are not reported. */
export const SHORTEST_MS = 16;

/** The three parts of an "interaction to next paint" in milliseconds. */
export interface InteractionTiming {
  total: number;
  inputDelay: number;
  processing: number;
  presentation: number;
}

/** Globals of the observed page. */
interface Watched {
  /** Entries reported since the last reset. */
  presses: InteractionTiming[];
  performance: { interactionCount: number };
}

/** Runs in the page: collects the event timing entries that count for INP. */
function observe(shortest: number): void {
  const watched = window as unknown as Watched;
  watched.presses = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
      if (entry.interactionId > 0)
        watched.presses.push({
          total: entry.duration,
          inputDelay: entry.processingStart - entry.startTime,
          processing: entry.processingEnd - entry.processingStart,
          presentation: entry.startTime + entry.duration - entry.processingEnd,
        });
  }).observe({ type: "event", buffered: true, durationThreshold: shortest } as PerformanceObserverInit);
}

/** Taps and key presses on a slow page, each timed. */
export class InputDriver {
  readonly page: Page;
  private readonly session: CDPSession;
  private readonly report: (name: string, press: InteractionTiming | null) => void;

  private constructor(
    page: Page,
    session: CDPSession,
    report: (name: string, press: InteractionTiming | null) => void,
  ) {
    this.page = page;
    this.session = session;
    this.report = report;
  }

  /** Calls `report` for each interaction; null if it was below the browser's minimum. */
  static async on(
    page: Page,
    report: (name: string, press: InteractionTiming | null) => void,
  ): Promise<InputDriver> {
    await page.addInitScript(observe, SHORTEST_MS);
    return new InputDriver(page, await page.context().newCDPSession(page), report);
  }

  /** Throttles the CPU from now on. */
  async slow(): Promise<void> {
    await this.rest();
    await this.session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  }

  /** Taps the middle of an element. The page is idle before. */
  async tap(name: string, target: Locator): Promise<void> {
    await target.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    const { x, y, width, height } = (await target.boundingBox())!;
    await this.time(name, () => this.page.touchscreen.tap(x + width / 2, y + height / 2));
  }

  async key(name: string, key: string): Promise<void> {
    await this.time(name, () => this.page.keyboard.press(key));
  }

  /** Presses a key in a focused field. */
  async type(name: string, field: Locator, key: string): Promise<void> {
    await field.focus();
    await this.key(name, key);
  }

  /** Waits until nothing is loading and the page is idle. */
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
    // Entries below the minimum are never reported, so the absence of one is established by a timeout.
    await this.page
      .waitForFunction(() => (window as unknown as Watched).presses.length > 0, null, { timeout: 300 })
      .catch(() => undefined);
    const presses = await this.page.evaluate(() => (window as unknown as Watched).presses);
    // An interaction consists of several events (pointer down, up, click); INP counts the longest.
    this.report(name, presses.sort((a, b) => b.total - a.total)[0] ?? null);
  }
}
