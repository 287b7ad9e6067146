import "server-only";
export interface Device {
  /** The browser and the system, such as "Chrome on Windows". */
  name: string;
  kind: "phone" | "computer" | "other";
}

// The first match wins: nearly every browser also claims to be Safari and Chrome.
const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/OPR\/|OPiOS\/|Opera Mini/, "Opera"],
  [/UCBrowser\//, "UC Browser"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Version\/.*Safari\//, "Safari"],
];
const systems: [RegExp, string, Device["kind"]][] = [
  [/iPhone|iPod/, "iPhone", "phone"],
  [/iPad/, "iPad", "phone"],
  [/Android/, "Android", "phone"],
  [/Opera Mini|KAIOS|Mobile/i, "a phone", "phone"],
  [/Windows/, "Windows", "computer"],
  [/Mac OS X|Macintosh/, "a Mac", "computer"],
  [/CrOS/, "a Chromebook", "computer"],
  [/Linux|X11/, "Linux", "computer"],
];

/** Derives a readable device name from a User-Agent header. */
export function parseUserAgent(userAgent: string): Device {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent));
  const [, on, kind = "other"] = system ?? [];
  if (browser && on) return { name: `${browser} on ${on}`, kind };
  if (browser || on) return { name: browser ?? `A browser on ${on}`, kind };
  return { name: "Unknown device", kind: "other" };
}
