import type { Row } from "./rows";

const cell = (text: string) => text.replaceAll("|", "\\|");

/** docs/trust.md: every row, the figure expected, and where it is proved. */
export function trustPage(rows: Row[]): string {
  const lines = rows.map(({ row, threat, expected, tests, run, apart }) => {
    const proved = [
      ...[...new Set(tests.map(({ file }) => file))].map((file) => `\`${file}\``),
      ...(apart ? [`\`${apart}\``] : []),
      ...(run ? [`fault run \`${run}\``] : []),
    ];
    return `| ${row} | ${cell(threat)} | ${cell(expected)} | ${proved.join("<br>")} |`;
  });
  return `# How it is proved

What must hold under attack and under faults, the figure that must be reached, and where it is shown. The list is
\`tests/faults/rows.ts\`; \`npm run test:faults -- --page\` writes this page from it, and a test compares the two.

<!-- prettier-ignore -->
| row | threat | what must be reached | proved by |
| --- | --- | --- | --- |
${lines.join("\n")}
`;
}
