/** What Playwright's `use` takes for the two widths that the design is drawn for. */
export const desktop = { browserName: "chromium", viewport: { width: 1280, height: 800 } } as const;
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
