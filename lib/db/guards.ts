// The triggers, functions, views and CHECK constraints in prisma/guards (ADR 43). Read by the migrations, which install them, and by the
// readiness check.
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

const kinds = ["function", "view", "constraint", "trigger"] as const;

export interface Guard {
  kind: (typeof kinds)[number];
  /** The name as in PostgreSQL's DROP, e.g. `trigger ledger_postings_number on ledger_postings`. */
  name: string;
  statement: string;
  hash: string;
}

/** The beginnings of the statements. The captured words follow the kind in the guard's name. */
const forms: [Guard["kind"], RegExp][] = [
  ["function", /^CREATE OR REPLACE FUNCTION (\w+\([^)]*\))/],
  ["view", /^CREATE VIEW (\w+)/],
  ["constraint", /^ALTER TABLE (?<table>\w+)\s+ADD CONSTRAINT (\w+)\s+CHECK/],
  ["trigger", /^CREATE (?:CONSTRAINT )?TRIGGER (\w+) .*? ON (?<table>\w+)/s],
];

/** A comment of any number of lines, and a statement up to its semicolon. */
const commentAndStatement = /\s*((?:--[^\n]*\n)*)((?:--[^\n]*|'(?:[^']|'')*'|\$\$.*?\$\$|[^;])+;)/gsy;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Parses one file. Throws an Error for a statement without a comment or in an unsupported form. */
export function parseGuards(sql: string): Guard[] {
  const guards: Guard[] = [];
  // The first comment, up to an empty line, describes the file.
  const text = sql.replace(/^(?:--.*\n)+\n/, "");
  let end = 0;
  for (const { 0: whole, 1: comment, 2: statement = "", index } of text.matchAll(commentAndStatement)) {
    end = index + whole.length;
    const form = forms.find(([, pattern]) => pattern.test(statement));
    if (!form || !comment) throw new Error(`not a guard with a comment: ${statement.slice(0, 80)}`);
    const [kind, pattern] = form;
    const { 1: first = "", 2: second, groups } = pattern.exec(statement)!;
    const own = kind === "constraint" ? second! : first;
    const name = [kind, own, ...(groups?.["table"] ? ["on", groups["table"]] : [])].join(" ");
    guards.push({ kind, name, statement, hash: sha256(statement) });
  }
  if (text.slice(end).trim()) throw new Error(`not a statement: ${text.slice(end).trim().slice(0, 80)}`);
  return guards;
}

export interface GuardSet {
  /** In installation order: dependencies come first. */
  guards: Guard[];
  /** A hash of the statements that does not depend on their order, files or comments. */
  hash: string;
}

/** Reads the guards of this program from prisma/guards in `root`. */
export async function readGuards(root: string): Promise<GuardSet> {
  const folder = path.join(/* turbopackIgnore: true */ root, "prisma/guards");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const texts = await Promise.all(
    files.map((name) => readFile(path.join(/* turbopackIgnore: true */ folder, name), "utf8")),
  );
  const guards = texts.flatMap(parseGuards);
  const names = guards.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new Error(`${repeated} is defined twice in prisma/guards`);
  return {
    guards: kinds.flatMap((kind) => guards.filter((guard) => guard.kind === kind)),
    hash: sha256(
      guards
        .map(({ name, hash }) => `${name} ${hash}`)
        .sort()
        .join("\n"),
    ),
  };
}
