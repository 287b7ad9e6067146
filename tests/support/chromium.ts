import { existsSync } from "node:fs";

/** Returns Debian's Chromium, if installed. The shell has no window system, which makes the browser tests a third faster. */
export const findChromium = (): string | undefined =>
  ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((file) => existsSync(file));
