import { isDeepStrictEqual } from "node:util";
import { callsOf, type Document } from "./document";

/** Lists what differs between two versions of the contract, one line per call. */
export function listChanges(released: Document, next: Document): string[] {
  const [before, after] = [callsOf(released), callsOf(next)];
  const removed = [...before.keys()].filter((name) => !after.has(name)).map((name) => `Removed \`${name}\``);
  const others = [...after].flatMap(([name, operation]) => {
    const old = before.get(name);
    if (!old) return [`Added \`${name}\`: ${operation.summary}`];
    if (operation.deprecated && !old.deprecated)
      return [operation.description!.replace("Deprecated", `Deprecated \`${name}\``)];
    return isDeepStrictEqual(old, operation) ? [] : [`Changed \`${name}\``];
  });
  return [...removed, ...others];
}

/** Returns the version after a release: major if it breaks clients, minor if calls differ, else patch. */
export function nextVersion(version: string, changes: readonly string[], isBreaking: boolean): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (isBreaking) return `${major + 1}.0.0`;
  return changes.length ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
