/**
 * Imports between folders (ADR 1): app -> components -> lib, and under lib a folder imports only the folders above it in this list.
 * docs/architecture.md draws the same list.
 */
const layers = [
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

const inLib = (names) => `^lib/(${names.map((name) => name.replace(".", "\\.")).join("|")})${"(/|$)"}`;

/** @type {import("dependency-cruiser").IConfiguration} */
const config = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "lib-knows-no-screens",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(app|components)/" },
    },
    {
      name: "components-know-no-pages",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^app/" },
    },
    {
      name: "lib-knows-no-react",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^node_modules/(react|react-dom|@tanstack|@radix-ui|react-hook-form)/" },
    },
    {
      name: "lib-has-layers",
      severity: "error",
      from: {},
      to: { path: "^lib/", pathNot: inLib(layers.flat()) },
    },
    ...layers.slice(0, -1).map((names, index) => ({
      name: `lib-layer-${index + 1}`,
      severity: "error",
      from: { path: inLib(names), pathNot: "\\.test\\.ts$" },
      to: { path: inLib(layers.slice(index + 1).flat()) },
    })),
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "lib/db/generated" },
  },
};

export default config;
