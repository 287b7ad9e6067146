import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import { root } from "../server/process";

export const RESULTS = path.join(root, "bench/results");

const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;

/** The lines of a Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  row(head),
  row(head.map(() => "---")),
  ...rows.map(row),
];

/** Writes a file of bench/results, formatted by Prettier. */
export async function writeResult(name: string, text: string): Promise<void> {
  const file = path.join(RESULTS, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}
