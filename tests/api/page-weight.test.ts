import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { admin, person, urls, type SignedIn } from "../support/api";

/**
 * JavaScript that a page asks for when it is opened, gzipped, in bytes: a count, so it is the same on every machine. What comes later
 * (at a press, or ahead of a link) is not in it. The smallest page of Next 16.4 brings 135 kB of it (docs/decisions 13); public
 * pages may have 20 kB more, the forms 90, the back office 150. The limits are what pages weigh today and a little; whoever raises one
 * says why.
 */
async function scriptBytes(url: string, cookies = ""): Promise<number> {
  const response = await fetch(urls()[0] + url, {
    headers: { accept: "text/html", cookie: cookies },
    redirect: "manual",
  });
  expect([url, response.status]).toEqual([url, 200]);
  const tags = (await response.text()).matchAll(/<script\b([^>]*)>/g);
  const files = new Set<string>();
  for (const [, attributes] of tags) {
    const source = /\bsrc="([^"]+)"/.exec(attributes!)?.[1];
    // Browsers that know modules leave it out.
    if (source && !/\bnomodule\b/i.test(attributes!)) files.add(source);
  }
  return [...files].reduce((sum, file) => sum + gzipSync(fileOf(file)).length, 0);
}

const fileOf = (source: string): Buffer => {
  const { pathname } = new URL(source, "http://own.invalid");
  return readFileSync(
    pathname.startsWith("/_next/")
      ? path.join(".next", pathname.slice("/_next/".length))
      : path.join("public", pathname),
  );
};

const limits = [
  ["/", 5],
  ["/about", 5],
  ["/asset-financing", 5],
  ["/team", 5],
  ["/plans", 5],
  ["/contact", 162],
  ["/login", 185],
  ["/register", 185],
  ["/investor-verification", 225],
  ["/corporate-verification", 225],
  ["/dashboard", 172],
  ["/profile", 234],
  ["/admin", 198],
  ["/admin/users", 201],
  ["/admin/verification", 198],
  ["/admin/carousel", 244],
  ["/admin/sub-admins", 247],
] as const;

/** Somebody for whom the page is. */
const people: [RegExp, () => Promise<SignedIn>][] = [
  [/^\/admin/, () => admin(true)],
  [/^\/(?:dashboard|profile)/, () => person({ role: "startup", verification: "approved" })],
  [/^\/investor-verification/, () => person({ role: "investor", investorType: "personal" })],
  [/^\/corporate-verification/, () => person({ role: "investor", investorType: "corporate" })],
];

describe("the weight of pages", () => {
  it.each(limits)("%s asks for at most %i kB of JavaScript", async (url, most) => {
    const who = await people.find(([pages]) => pages.test(url))?.[1]();
    expect(await scriptBytes(url, who?.cookies)).toBeLessThanOrEqual(most * 1_000);
  });
});
