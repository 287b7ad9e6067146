import { BARE_KB, allowedKb, scriptBytes, weighedPages, type Visitor } from "../tests/support/page-weight";
import type { Target } from "./servers";
import { setDemoPasswords, signIn } from "./sign-in";

export interface PageWeight {
  path: string;
  kind: keyof typeof allowedKb;
  kb: number;
  /** The weight relative to that of a bare Next.js page. */
  ratio: number;
  allowedRatio: number;
}

/** Measures the gzipped JavaScript of each page against its budget (ADR 22). */
export async function measurePages(target: Target): Promise<PageWeight[]> {
  const [personal] = await setDemoPasswords(target.database, 1);
  const [corporate] = await setDemoPasswords(target.database, 1, "corporate");
  const emails: Record<Exclude<Visitor, "visitor">, string> = {
    administrator: "super@seedline.example",
    startup: "startup@demo.example",
    investor: "investor@demo.example",
    personal: personal!,
    corporate: corporate!,
  };
  const cookies: Partial<Record<Visitor, string>> = { visitor: "" };
  const weights: PageWeight[] = [];
  for (const { path, kind, viewer } of weighedPages) {
    if (viewer !== "visitor") cookies[viewer] ??= (await signIn(target, emails[viewer])).cookies;
    const kb = (await scriptBytes(target.url, path, cookies[viewer])) / 1_000;
    weights.push({
      path,
      kind,
      kb,
      ratio: kb / BARE_KB,
      allowedRatio: (BARE_KB + allowedKb[kind]) / BARE_KB,
    });
  }
  return weights;
}
