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
An open browser followed the work of others after each fault, without being loaded or logged in again.
When everything restarts at once, PostgreSQL takes writes again after about 13 seconds; the rest is three servers and two workers that start
together on two processors.

<!-- oxfmt-ignore -->
${tableOf(ha)}

## Restore to a moment

\`npm run drill\` ([docs/operations/backup.md](operations/backup.md#the-drill)) was measured once with a database of 9.4 GB (mostly filler rows
that zstd compresses to a tenth, and the demo data), PostgreSQL 15 and pgBackRest 2.45 with two processes, on a machine with two cores that
other programs used at the same time (load 6 to 18); the repository was on the same disk. There was almost no WAL after the backup, and the
demo data has 104 audit rows and 41 ledger entries.

<!-- oxfmt-ignore -->
| step | repository in S3 (s3rver, one Node process) | repository in a folder |
| --- | --- | --- |
| full backup | 238.0 s | 83.8 s |
| drill: restore | 34.5 s | 37.5 s |
| drill: start and recovery | 13.0 s | 2.5 s |
| drill: audit log | 1.1 s | 0.8 s |
| drill: ledger | 4.2 s | 1.7 s |
| drill: files (123) | 2.4 s | 1.1 s |
| drill in total | 55.8 s | 44.0 s |
`;
}
