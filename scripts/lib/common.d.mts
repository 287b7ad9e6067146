export const root: string;
export const projectNode: string;
/** The environment of children, with `extra` over what this process has. */
export function childEnv(extra?: Record<string, string>): NodeJS.ProcessEnv;
/** An expected failure. Its message is all the person needs. */
export class Stop extends Error {}
/** Runs a script's work; an expected failure is one line and exit code 1. */
export function main(work: () => Promise<void>): Promise<void>;
/** A program of an installed package. */
export function tool(name: string): string;
/** Runs a program to its end. `quiet` shows its output only when it fails. Rejects with a Stop when it fails. */
export function run(
  command: string,
  args: string[],
  options?: { env?: Record<string, string>; quiet?: boolean; cwd?: string; what?: string },
): Promise<string>;
/** Ends the programs that `run` started and that still run. */
export function endChildren(signal?: NodeJS.Signals): void;
/** One hash over files and folders, in a stable order. */
export function hashOf(paths: readonly string[], more?: string): string;
