import "server-only";
import type { Viewer } from "@/lib/viewer";
import { db } from "@/lib/db/client";
import { isMasked, mask } from "@/lib/mask";
import { corporateGroups } from "./corporate-form";
import { readDraftBody } from "./draft-body";
import { isNumberPath } from "./form-paths";
import { individualGroups } from "./individual-form";
import { openNumbers } from "./rows";

/**
 * NIN, BVN and account numbers are never returned in full, not even to their owner (product 10.2). A form shows stored numbers
 * masked and sends the masks back unchanged. The server replaces each mask by the user's own number in the same field, from the
 * draft or the last submission, if its last 4 digits match.
 */
type Json = Record<string, unknown>;

/** All strings of a body with their dotted paths. */
function* walkStrings(value: unknown, path = ""): Generator<[string, string]> {
  if (typeof value === "string") yield [path, value];
  else if (value && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) yield* walkStrings(item, path ? `${path}.${key}` : key);
  }
}

/** A copy of the body with `change` applied to every number. */
function mapNumbers(value: unknown, change: (path: string, number: string) => string, path = ""): unknown {
  if (typeof value === "string") return isNumberPath(path) ? change(path, value) : value;
  if (Array.isArray(value)) return value.map((item, index) => mapNumbers(item, change, `${path}.${index}`));
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      mapNumbers(item, change, path ? `${path}.${key}` : key),
    ]),
  );
}

/** Masks complete numbers and removes incomplete ones. */
export const maskNumbers = (body: Json): Json =>
  mapNumbers(body, (_, number) => (/^\d{10,11}$/.test(number) ? mask(number) : "")) as Json;

/** Replaces masks by the user's stored numbers. A mask without a match remains and fails validation. */
export async function unmaskNumbers(viewer: Viewer, body: unknown): Promise<unknown> {
  const masked = [...walkStrings(body)].filter(([path, text]) => isNumberPath(path) && isMasked(text));
  if (masked.length === 0) return body;
  const known = [await draftNumbers(viewer.userId), await submittedNumbers(viewer.userId)];
  return mapNumbers(body, (path, number) =>
    isMasked(number)
      ? (known
          .map((numbers) => numbers.get(path))
          .find((candidate) => candidate && mask(candidate) === number) ?? number)
      : number,
  );
}

async function draftNumbers(userId: string): Promise<Map<string, string>> {
  const body = await readDraftBody(userId);
  return new Map(
    [...walkStrings(body?.values ?? {})].filter(([path, text]) => isNumberPath(path) && !isMasked(text)),
  );
}

/** The numbers of the current submission, by form path. */
async function submittedNumbers(userId: string): Promise<Map<string, string>> {
  const submission = await db.submission.findFirst({
    where: { currentOf: { id: userId } },
    include: { personal: true, bankDetails: true, signatories: true },
  });
  const numbers = new Map<string, string>();
  if (!submission) return numbers;
  const { id, kind, personal, bankDetails, signatories } = submission;
  const add = (prefix: string, opened: Map<string, string>) =>
    opened.forEach((number, name) => numbers.set(prefix + name, number));
  if (personal) add("", openNumbers(individualGroups.personal, id, personal));
  if (bankDetails) {
    add(
      kind === "corporate" ? "bankDetails." : "",
      openNumbers(individualGroups.bankDetails, id, bankDetails),
    );
  }
  for (const row of signatories) {
    add(`signatories.${row.ordinal}.`, openNumbers(corporateGroups.signatories, row.id, row));
  }
  return numbers;
}
