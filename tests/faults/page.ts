import { sentenceOf, tableOf, type Results } from "./ha/results";
import type { Row } from "./rows";

const cell = (text: string) => text.replaceAll("|", "\\|");

/** Returns docs/trust.md: every criterion, the required result, the tests that verify it, and the figures of row 80. */
export function trustPage(rows: Row[], ha: Results): string {
  const lines = rows.map(({ row, threat, expected, tests, run, apart }) => {
    const proved = [
      ...[...new Set(tests.map(({ file }) => file))].map((file) => `\`${file}\``),
      ...(apart ? [`\`${apart}\``] : []),
      ...(run ? [`fault run \`${run}\``] : []),
    ];
    return `| ${row} | ${cell(threat)} | ${cell(expected)} | ${proved.join("<br>")} |`;
  });
  return `# Trust criteria and evidence

This page lists the security and reliability criteria that Seedline must meet. For each threat it gives the required result and the
test that verifies it. The page is generated from \`tests/faults/rows.ts\`: run \`npm run test:faults -- --page\` to update it. A test fails if
the page and the source differ.

<!-- oxfmt-ignore -->
| row | threat | required result | verified by |
| --- | --- | --- | --- |
${lines.join("\n")}

## Loss of machines

Row 80 was measured by \`npm run test:ha\` on one machine with two processors, which ran three servers, three databases and their load:
${sentenceOf(ha)}.
The figures come from several runs. A fault that the table lacks has not been measured.

<!-- oxfmt-ignore -->
${tableOf(ha)}
`;
}
