/**
 * The folders and files of lib, lowest layer first (ADR 1): each imports only its own layer and lower ones. docs/architecture.md contains
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
    "bidi.ts",
    "join-words.ts",
    "cached.ts",
    "concurrency.ts",
    "process-watchdog.ts",
    "dates.ts",
    "email.ts",
    "phone.ts",
    "text.ts",
    "mask.ts",
    "names.ts",
    "percent.ts",
    "money.ts",
    "money-schema.ts",
    "cursor.ts",
    "endpoint.ts",
    "rates.ts",
    "transitions.ts",
    "request-purpose.ts",
    "zod.ts",
    "client-info.ts",
    "circuit-breaker.ts",
    "viewer.ts",
    "roles.ts",
    "rights.ts",
    "rights-of-duty.ts",
    "right-labels.ts",
    "duty-labels.ts",
    "submission-rules.ts",
    "reference",
    "routes",
    "formats",
  ],
  ["locks.ts", "db"],
  ["pii", "limits", "forms", "pages"],
  ["acts", "audit", "mail", "files", "identity", "ledger"],
  ["calendar", "onboarding", "carousel", "consultation"],
  ["users"],
  ["auth", "risk"],
  ["approvals", "due-diligence"],
  ["plans"],
  ["investments"],
  ["bank"],
  ["payouts"],
  ["corrections"],
  ["documents"],
  ["account", "guardians", "administration", "review", "suspicions", "api-keys", "events", "changes"],
  ["webhooks"],
  ["contract", "ops"],
  ["http"],
  ["jobs"],
];

const layerOf = new Map(layers.flatMap((names, layer) => names.map((name) => [name, layer] as const)));

/**
 * Returns the layer of a file or folder of lib. What lib/mail and lib/contract collect from the features belongs to their layers:
 * `emails.ts` imports only the email layout and lower layers, and `api.ts` the schemas of any feature.
 */
const layerOfFile = (file: string): number | undefined => {
  const [, name = ""] = file.split("/");
  const collector = /\/emails(?:\.ts)?$/.test(file)
    ? "mail"
    : /\b(?:api|api-summaries)(?:\.ts)?$/.test(file)
      ? "contract"
      : name;
  return layerOf.get(collector) ?? layerOf.get(`${name}.ts`);
};

/** Features whose server files begin with `import "server-only"`; their other files are recognised by the ends of their names. */
export const features = [
  "account",
  "acts",
  "administration",
  "approvals",
  "auth",
  "bank",
  "calendar",
  "carousel",
  "consultation",
  "corrections",
  "documents",
  "due-diligence",
  "guardians",
  "investments",
  "ledger",
  "onboarding",
  "payouts",
  "plans",
  "review",
  "users",
];
/** The name endings of files that the browser may load too: `rules.ts`, `schedule-rules.ts`. */
export const browserFiles = ["rules", "schema", "dto", "api", "labels", "form"];

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
  const layer = layerOfFile(imported);
  if (layer === undefined) return `Add ${to} to a layer in scripts/lint/layers.ts.`;
  if (root !== "lib" || !from || file.includes(".test.")) return undefined;
  const importer = layerOfFile(file);
  if (importer === undefined) return `Add ${from} to a layer in scripts/lint/layers.ts.`;
  return importer < layer
    ? `lib/${from} is in a lower layer than lib/${to} (scripts/lint/layers.ts).`
    : undefined;
}
