import { describe, expect, it } from "vitest";
import { parseUserAgent } from "./user-agent";

const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0";
const names: [string, string, string][] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, "Chrome on Windows", "computer"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/131.0.0.0`, "Edge on Windows", "computer"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15", "Safari on a Mac", "computer"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1", "Safari on iPhone", "phone"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1", "Chrome on iPhone", "phone"],
  [`Mozilla/5.0 (Linux; Android 14; TECNO KJ5) ${chrome} Mobile Safari/537.36`, "Chrome on Android", "phone"],
  [`Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, "Samsung Internet on Android", "phone"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Linux", "computer"],
  ["Opera/9.80 (J2ME/MIDP; Opera Mini/8.0.35158/191.273; U; en) Presto/2.12.423 Version/12.16", "Opera on a phone", "phone"],
  ["Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko", "A browser on Windows", "computer"],
  ["curl/8.5.0", "Unknown device", "other"],
  ["", "Unknown device", "other"],
]; // oxfmt-ignore

describe("parseUserAgent", () => {
  it.each(names)("%s", (userAgent, name, kind) => {
    expect(parseUserAgent(userAgent)).toEqual({ name, kind });
  });
});
