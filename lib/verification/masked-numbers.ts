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
 * NIN, BVN and account numbers never leave the server in full, not even to their owner (product 10.2). A form that was filled before
 * therefore shows them masked, and sends back what it shows. Here the number that the person gave before takes the mask's place: one
 * from their own draft or their own last submission, in the same field, whose last 4 digits are those.
 */
type Json = Record<string, unknown>;

/** Every text in a body by its dotted place. */
function* textsOf(value: unknown, place = ""): Generator<[string, string]> {
  if (typeof value === "string") yield [place, value];
  else if (value && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) yield* textsOf(item, place ? `${place}.${key}` : key);
  }
}

/** A copy in which `change` has seen every number. */
function mapNumbers(value: unknown, change: (place: string, number: string) => string, place = ""): unknown {
  if (typeof value === "string") return isNumberPath(place) ? change(place, value) : value;
  if (Array.isArray(value)) return value.map((item, index) => mapNumbers(item, change, `${place}.${index}`));
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      mapNumbers(item, change, place ? `${place}.${key}` : key),
    ]),
  );
}

/** The body as it may be answered: numbers that are complete are masked, and what is still being typed is left out. */
export const maskNumbers = (body: Json): Json =>
  mapNumbers(body, (_, number) => (/^\d{10,11}$/.test(number) ? mask(number) : "")) as Json;

/** Puts the numbers known of this person in the place of their masks. What fits nothing stays, and fails the schema. */
export async function unmaskNumbers(viewer: Viewer, body: unknown): Promise<unknown> {
  const masked = [...textsOf(body)].filter(([place, text]) => isNumberPath(place) && isMasked(text));
  if (masked.length === 0) return body;
  const known = [await draftNumbers(viewer.userId), await submittedNumbers(viewer.userId)];
  return mapNumbers(body, (place, number) =>
    isMasked(number)
      ? (known
          .map((numbers) => numbers.get(place))
          .find((candidate) => candidate && mask(candidate) === number) ?? number)
      : number,
  );
}

async function draftNumbers(userId: string): Promise<Map<string, string>> {
  const body = await readDraftBody(userId);
  return new Map(
    [...textsOf(body?.values ?? {})].filter(([place, text]) => isNumberPath(place) && !isMasked(text)),
  );
}

/** The numbers of the submission that counts, by their places in the form it came from. */
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
