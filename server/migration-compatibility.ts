// Whether a migration can run while servers of the version before are running (ADR 60). The rules are those of squawk (npm: squawk-cli);
// what it has no rule for is added here.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { projectBin } from "./process.ts";

/** The last migration from before this check. */
const LAST_UNCHECKED = "20261127185725_webhooks";

/** What breaks programs that use the tables as they were, or blocks them while a table is read or rewritten. */
const BREAKING = new Set([
  "ban-drop-column",
  "ban-drop-table",
  "ban-drop-not-null",
  "ban-truncate-cascade",
  "renaming-column",
  "renaming-table",
  "changing-column-type",
  "adding-required-field",
  "adding-not-nullable-field",
  "adding-field-with-default",
]);

/** These break them too, unless the constraint is about a column that the same migration adds. */
const CONSTRAINING = new Set([
  "adding-foreign-key-constraint",
  "constraint-missing-not-valid",
  "disallowed-unique-constraint",
]);

/** Statements without a rule in squawk, as Prisma and we write them. */
const OTHERS: [pattern: RegExp, message: string, isConstraint?: true][] = [
  [/\bdrop\s+default\b/i, "Dropping a default breaks programs that leave the column out."],
  [/^alter\s+type\b[^;]*\brename\b/i, "Renaming a type or a value of it breaks programs that use its name."],
  [/^drop\s+(type|view|function|schema|sequence)\b/i, "Dropping it breaks programs that use it."],
  [
    /^alter\s+type\b[^;]*\badd\s+value\b/i,
    "A new value breaks programs that read it: write it in the next release only.",
  ],
  [/\brow\s+level\s+security\b/i, "Policies hide rows from programs."],
  [/\bset\s+schema\b/i, "Moving a table to another schema breaks programs that use it."],
  [/\bcheck\b[^;]*\bnot\s+valid\b/i, "A new constraint breaks programs that do not obey it.", true],
];

/** What is decided by the rules above, and by squawk's. Other statements, such as triggers, grants or DO, need a reason. */
const DECIDED = /^(?:create\s+(?:table|(?:unique\s+)?index|type)|alter\s+(?:table|type)|update|insert)\b/i;

interface Violation {
  line: number;
  message: string;
  rule_name: string;
}

interface Statement {
  /** The number of its first line, from 1, without comments. */
  line: number;
  text: string;
  /** Whether a line `-- contract: reason` above it states why no running version uses this any more. */
  isContracting: boolean;
}

/** Splits a migration at semicolons that end a line. */
function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let line = 1;
  for (const part of sql.split(/(?<=;)[ \t]*\n/)) {
    const comments = /^(?:\s*(?:--[^\n]*)?\n)*\s*/.exec(part)?.[0] ?? "";
    const text = part.slice(comments.length);
    const isContracting = /^\s*-- contract: *\S/m.test(comments);
    statements.push({ line: line + comments.split("\n").length - 1, text, isContracting });
    line += part.split("\n").length;
  }
  return statements.filter(({ text }) => text.trim() !== "");
}

function lint(sql: string): Violation[] {
  const args = [
    "--reporter=json",
    "--pg-version=15",
    "--assume-in-transaction",
    "--stdin-filepath=migration.sql",
  ];
  const { stdout, stderr, error } = spawnSync(projectBin("squawk"), args, { input: sql, encoding: "utf8" });
  if (error || !stdout) throw new Error(`squawk failed: ${error?.message ?? stderr}`);
  return JSON.parse(stdout) as Violation[];
}

/** Returns the table that a statement alters or indexes. */
const tableOf = (text: string): string | undefined =>
  /\b(?:alter table|on)\s+(?:only\s+|if exists\s+)*"?(\w+)"?/i.exec(text)?.[1];

/** Returns what is wrong with a migration, each with its line. */
export function findIncompatibilities(sql: string): string[] {
  const statements = splitStatements(sql);
  // The version before leaves these columns empty.
  const empty = statements.flatMap(({ text }) =>
    [...text.matchAll(/\badd column\s+(?:if not exists\s+)?"?(\w+)"?([^,;]*)/gi)]
      .filter(([, , definition]) => !/\bdefault\b|\bunique\b/i.test(definition!))
      .map(([, column]) => ({ table: tableOf(text), column: column! })),
  );
  const isAboutNewColumn = (text: string) => {
    const rule = text.replaceAll(/\b(?:constraint|index)\s+"?\w+"?/gi, "");
    const isNullAccepted = !/\bis\s+not\s+null\b/i.test(rule);
    return (
      isNullAccepted &&
      empty.some(({ table, column }) => table === tableOf(text) && new RegExp(`\\b${column}\\b`).test(rule))
    );
  };
  const problems = new Set<string>();
  const report = (statement: Statement | undefined, message: string, isConstraint: boolean) => {
    if (!statement || statement.isContracting || (isConstraint && isAboutNewColumn(statement.text))) return;
    problems.add(`line ${statement.line}: ${message}`);
  };
  for (const { line, rule_name: rule, message } of lint(sql)) {
    const statement = statements.findLast((one) => one.line <= line + 1);
    // squawk knows which tables are new.
    const isUniqueIndex =
      rule === "require-concurrent-index-creation" && /^create\s+unique\b/i.test(statement?.text ?? "");
    if (rule === "syntax-error" || BREAKING.has(rule)) report(statement, message, false);
    else if (CONSTRAINING.has(rule))
      report(statement, "A new constraint breaks programs that do not obey it.", true);
    else if (isUniqueIndex)
      report(statement, "A new unique index breaks programs that do not obey it.", true);
  }
  for (const statement of statements) {
    for (const [pattern, message, isConstraint = false] of OTHERS)
      if (pattern.test(statement.text)) report(statement, message, isConstraint);
    const isReported = [...problems].some((problem) => problem.startsWith(`line ${statement.line}:`));
    if (!isReported && !DECIDED.test(statement.text))
      report(statement, "Whether it breaks programs is not known.", false);
  }
  return [...problems];
}

/** Returns the incompatible statements of all migrations since this check exists, as `name, line 3: ...`. */
export function findIncompatibleMigrations(dir: string, names: string[]): string[] {
  return names
    .filter((name) => name > LAST_UNCHECKED)
    .flatMap((name) =>
      findIncompatibilities(fs.readFileSync(path.join(dir, name, "migration.sql"), "utf8")).map(
        (problem) => `${name}, ${problem}`,
      ),
    );
}
