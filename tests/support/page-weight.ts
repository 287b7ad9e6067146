import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../../server/process";

/** The JavaScript of the smallest page of Next 16.4, in kB (ADR 13). */
export const BARE_KB = 135;
/** The weight that each kind of page may add, in kB. */
export const allowedKb = { public: 20, form: 110, "signed in": 162 } as const;

export type Visitor = "visitor" | "administrator" | "startup" | "investor" | "personal" | "corporate";

export interface WeighedPage {
  path: string;
  kind: keyof typeof allowedKb;
  /** A user who may open the page. */
  viewer: Visitor;
  /** The current weight plus a small margin, in kB. An increase must be justified. */
  maxKb: number;
}

const of = (kind: WeighedPage["kind"], viewer: Visitor, pages: [path: string, maxKb: number][]) =>
  pages.map(([path, maxKb]): WeighedPage => ({ path, kind, viewer, maxKb }));

export const weighedPages: readonly WeighedPage[] = [
  ...of("public", "visitor", [
    ["/", 5],
    ["/about", 5],
    ["/asset-financing", 5],
    ["/team", 5],
    ["/plans", 5],
    ["/plans/agriculture-growth", 5],
    ["/plans/agriculture-growth?amount=300000", 5],
    ["/privacy", 5],
    ["/terms", 5],
    ["/contact", 155],
  ]),
  ...of("form", "visitor", [
    ["/login", 240],
    ["/register", 240],
  ]),
  // These pages have a form within the layout of the dashboard, whose route guard knows the rights of administrators.
  ...of("signed in", "personal", [["/investor-verification", 296]]),
  ...of("signed in", "corporate", [["/corporate-verification", 297]]),
  ...of("signed in", "startup", [
    ["/dashboard", 250],
    ["/profile", 275],
  ]),
  ...of("signed in", "investor", [
    ["/dashboard/investments", 250],
    ["/dashboard/investments/new?plan=agriculture-growth", 295],
    ["/dashboard/transactions", 250],
  ]),
  ...of("signed in", "administrator", [
    ["/admin", 278],
    // With the words of 17 kinds of proposals, and the duties of administrators.
    ["/admin/users", 297],
    // With marks, their menu and the selection of several cases.
    ["/admin/verification", 295],
    ["/admin/carousel", 295],
    ["/admin/sub-admins", 295],
    // With the words of 18 kinds of proposals, and what a match allocates.
    ["/admin/approvals", 279],
    ["/admin/api-keys", 275],
    ["/admin/webhooks", 275],
    ["/admin/watchlists", 275],
    ["/admin/audit", 275],
    ["/admin/holidays", 275],
    ["/admin/plans", 295],
    ["/admin/plans/new", 295],
    ["/admin/investments", 295],
    ["/admin/payments", 295],
    ["/admin/bank-accounts", 275],
    ["/admin/payouts", 295],
    ["/admin/ledger", 275],
  ]),
];

/**
 * Measures the gzipped JavaScript that a page loads when it is opened, in bytes. It does not depend on the machine. Lazily loaded and
 * prefetched scripts are excluded.
 */
export async function scriptBytes(base: string, page: string, cookies = ""): Promise<number> {
  const response = await fetch(base + page, {
    headers: { accept: "text/html", cookie: cookies },
    redirect: "manual",
  });
  if (response.status !== 200) throw new Error(`${page} answered ${response.status}`);
  const tags = (await response.text()).matchAll(/<script\b([^>]*)>/g);
  const files = new Set<string>();
  for (const [, attributes] of tags) {
    const source = /\bsrc="([^"]+)"/.exec(attributes!)?.[1];
    // Browsers that support modules ignore it.
    if (source && !/\bnomodule\b/i.test(attributes!)) files.add(source);
  }
  return [...files].reduce((sum, file) => sum + gzipSync(fileOf(file)).length, 0);
}

function fileOf(source: string): Buffer {
  const { pathname } = new URL(source, "http://own.invalid");
  return readFileSync(
    pathname.startsWith("/_next/")
      ? path.join(root, ".next", pathname.slice("/_next/".length))
      : path.join(root, "public", pathname),
  );
}
