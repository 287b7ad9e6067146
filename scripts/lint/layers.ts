/**
 * The folders and files of lib, lowest layer first (ADR 1): each imports only its own layer and those before it. docs/architecture.md draws
 * the same list.
 */
export const layers = [
  [
    "env.ts",
    "errors.ts",
    "log.ts",
    "brand.ts",
    "ids.ts",
    "age.ts",
    "join-words.ts",
    "cached.ts",
    "concurrency.ts",
    "dates.ts",
    "phone.ts",
    "text.ts",
    "mask.ts",
    "names.ts",
    "percent.ts",
    "rates.ts",
    "transitions.ts",
    "request-purpose.ts",
    "zod.ts",
    "client-info.ts",
    "circuit-breaker.ts",
    "viewer.ts",
    "roles.ts",
    "submission-rules.ts",
    "reference",
    "routes",
    "formats",
  ],
  ["locks.ts", "db"],
  ["pii", "limits", "forms", "pages"],
  ["audit", "mail", "files", "identity", "ledger"],
  ["calendar", "verification", "carousel", "consultation"],
  ["users"],
  ["auth"],
  ["proposals"],
  ["investing"],
  ["payments"],
  ["account", "administration", "review"],
  ["contract", "ops"],
  ["http"],
  ["jobs"],
];

const layerOf = new Map(layers.flatMap((names, layer) => names.map((name) => [name, layer] as const)));

/** Reports why `file` may not import `imported` (both relative to the root of the repository), or returns undefined. */
export function layerViolation(file: string, imported: string): string | undefined {
  const [, to] = /^lib\/([^/]+)/.exec(imported) ?? [];
  const [root, from] = file.split("/");
  if (/^(?:app|components)\//.test(imported)) {
    if (root === "lib") return "lib imports neither app nor components.";
    if (root === "components" && imported.startsWith("app/")) return "components do not import app.";
    return undefined;
  }
  if (!to) return undefined;
  const layer = layerOf.get(to) ?? layerOf.get(`${to}.ts`);
  if (layer === undefined) return `Add ${to} to a layer in scripts/lint/layers.ts.`;
  if (root !== "lib" || !from || file.includes(".test.")) return undefined;
  const own = layerOf.get(from);
  if (own === undefined) return `Add ${from} to a layer in scripts/lint/layers.ts.`;
  return own < layer ? `lib/${from} is in a lower layer than lib/${to} (scripts/lint/layers.ts).` : undefined;
}
