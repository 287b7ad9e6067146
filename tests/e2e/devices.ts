/** Playwright's `use` options for the two widths of the design. */
export const desktop = { browserName: "chromium", viewport: { width: 1280, height: 800 } } as const;
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
