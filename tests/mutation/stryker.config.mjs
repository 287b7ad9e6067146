// `npm run test:mutation`: do the tests notice when the code is changed (TRUST 49)? Every mutant of the guard and of the ciphers is
// run against their tests; below the limit the command fails. tests/mutation/results.json has the figures of the last run.
const config = {
  testRunner: "vitest",
  vitest: { configFile: "tests/mutation/vitest.config.ts", related: false },
  mutate: ["lib/routes/policy.ts", "lib/pii/cipher.ts"],
  coverageAnalysis: "perTest",
  reporters: ["clear-text"],
  thresholds: { high: 95, low: 85, break: 85 },
  concurrency: 2,
  ignorePatterns: [".next", ".data", "docs", "public", "test-results", "bench"],
};

export default config;
