import "server-only";
import { db, type Tx } from "@/lib/db/client";
import { isMasked, mask } from "@/lib/mask";
import type { Viewer } from "@/lib/viewer";
import { isNumberPath } from "../forms/path-rules";
import { numberRows, numbersInclude, openNumbers } from "../submission/rows";
import { readDraftBody } from "./draft-body";

/**
 * NIN, BVN and account numbers are never returned in full, not even to their owner (product 10.2). A form shows stored numbers masked and
 * sends the masks back unchanged. The server replaces each mask with the user's own number in the same field, from the draft or the last
 * submission, if its last 4 digits match.
 */
type Json = Record<string, unknown>;

/** Returns a copy of the body with `change` applied to every number. */
function mapNumbers(value: unknown, change: (path: string, number: string) => string, path = ""): unknown {
  if (typeof value === "string") return isNumberPath(path) ? change(path, value) : value;
  if (!value || typeof value !== "object") return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [key, mapNumbers(item, change, path ? `${path}.${key}` : key)] as const,
  );
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** Returns the numbers of a body, by path. */
function numbersOf(body: unknown): Map<string, string> {
  const numbers = new Map<string, string>();
  mapNumbers(body, (path, number) => {
    numbers.set(path, number);
    return number;
  });
  return numbers;
}

/** Masks complete numbers and removes incomplete ones. */
export const maskNumbers = (body: Json): Json =>
  mapNumbers(body, (_, number) => (/^\d{10,11}$/.test(number) ? mask(number) : "")) as Json;

/** Replaces masks with the user's stored numbers. A mask without a match remains and fails validation. */
export async function unmaskNumbers(
  viewer: Viewer,
  body: unknown,
  tx: Tx | typeof db = db,
): Promise<unknown> {
  if (![...numbersOf(body).values()].some(isMasked)) return body;
  const draft = await readDraftBody(viewer.userId, tx);
  const submission = await tx.submission.findFirst({
    where: { currentOf: { id: viewer.userId } },
    include: numbersInclude,
  });
  const known = [numbersOf(draft?.values)];
  if (submission) known.push(openNumbers(numberRows(submission)));
  return mapNumbers(body, (path, number) => {
    if (!isMasked(number)) return number;
    const candidates = known.map((numbers) => numbers.get(path) ?? "");
    return candidates.find((full) => !isMasked(full) && mask(full) === number) ?? number;
  });
}
