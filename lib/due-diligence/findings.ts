import "server-only";
import type { db, Tx } from "@/lib/db/client";
import { isMinorToday } from "@/lib/age";
import { isolate } from "@/lib/bidi";
import { dayOf } from "@/lib/dates";
import { env } from "@/lib/env";
import { joinWords } from "@/lib/join-words";
import { formatKobo } from "@/lib/money";
import { formatRate } from "@/lib/rates";
import { explainLevel } from "@/lib/risk/rating";
import { sharesWithAdministrator } from "@/lib/users/conflicts";
import type { DueDiligenceFinding } from "./dto";
import type { FormRow } from "./rows";

/** The number of other customers with the same Tax ID that a finding names. */
const MAX_NAMED = 5;

/**
 * Returns what a reviewer has to consider before approving a form (product 10.41). A hit that this administrator cleared themselves needs a
 * second person too.
 */
export async function findFindings(
  reader: Tx | typeof db,
  form: FormRow,
  administratorId: string,
): Promise<DueDiligenceFinding[]> {
  const findings: DueDiligenceFinding[] = [];
  const add = (kind: DueDiligenceFinding["kind"], key: string, text: string, needsSecondPerson = true) =>
    findings.push({ kind, key: `${kind}:${key}`, needsSecondPerson, text });
  const { level, reasons } = await explainLevel(reader, form.userId);
  if (level === "high") add("risk", "high", `Rated high: ${reasons}.`);
  if (form.pep === "no") {
    const earlier = { userId: form.userId, pep: { not: "no" } } as const;
    if ((await reader.dueDiligence.count({ where: earlier })) > 0)
      add("pep", "earlier", "An earlier version named a senior public office, and this one does not.");
  } else
    add(
      "pep",
      form.pep,
      form.pep === "self"
        ? "The customer holds, or held, a senior public office."
        : "Somebody close to the customer holds, or held, a senior public office.",
    );
  // All names of the customer count: an owner who is also a signatory has one hit for both.
  const hits = await reader.screeningHit.findMany({
    where: { userId: form.userId, endedAt: null },
    orderBy: { id: "asc" },
  });
  for (const { id, state, name, decidedById } of hits)
    if (state !== "cleared" || decidedById === administratorId)
      add("watchlist", `${id}.${state}`, `${isolate(name)} ${hitWords[state]}`);
  if (await isDue(reader, form.userId))
    add("not_compared", "names", "The names have not been compared with the current watchlists yet.");
  const others = await reader.user.findMany({
    where: {
      id: { not: form.userId },
      dueDiligence: { some: { taxIdIndex: form.taxIdIndex } },
    },
    select: { id: true, name: true, companyName: true, role: true },
    orderBy: { id: "asc" },
    take: MAX_NAMED,
  });
  if (others.length > 0) {
    // Ordinary administrators do not learn who the others are.
    const names = joinWords(
      others.map(({ companyName, name, role }) =>
        role === "admin" ? "an administrator" : isolate(companyName ?? name),
      ),
    );
    add("tax_id", others.map(({ id }) => id.slice(-8)).join("."), `The same Tax ID was given by ${names}.`);
  }
  if (await sharesWithAdministrator(reader, form.userId))
    add("administrator", "shared", "The customer shares identifying details with an administrator.");
  for (const { key, text, isSerious } of ownershipGaps(form)) add("owners", key, text, isSerious);
  const limit = BigInt(env.DUE_DILIGENCE_QUESTION_NAIRA) * 100n;
  if (form.expectedAmount > limit)
    add(
      "amount",
      "above",
      `${formatKobo(form.expectedAmount)} a year is more than ${formatKobo(limit)}. Does it fit the source?`,
      false,
    );
  return findings;
}

/** The share in basis points below which the owners who are named leave a question, or need a second person. */
const NAMED_OWNERSHIP = 7_500;
const LITTLE_NAMED_OWNERSHIP = 2_500;

/** Returns what a company's form leaves open about who owns it. */
function ownershipGaps({ kind, ownersTotal, owners }: FormRow) {
  if (kind === "individual") return [];
  const total = ownersTotal ?? 0;
  return [
    ...(total < NAMED_OWNERSHIP
      ? [
          {
            key: `total.${total}`,
            text: `The owners who are named hold ${formatRate(total)} together. Ask who owns the rest.`,
            isSerious: total < LITTLE_NAMED_OWNERSHIP,
          },
        ]
      : []),
    ...owners.flatMap(({ ordinal, kind: party, name, share, dateOfBirth }) => [
      ...(party === "Company" && (share ?? 0) >= LITTLE_NAMED_OWNERSHIP
        ? [
            {
              key: `company.${ordinal}`,
              text: `${isolate(name)} owns ${formatRate(share!)}. Ask who owns that company.`,
              isSerious: false,
            },
          ]
        : []),
      ...(dateOfBirth && isMinorToday(dayOf(dateOfBirth))
        ? [{ key: `minor.${ordinal}`, text: `${isolate(name)} is under 18.`, isSerious: false }]
        : []),
    ]),
  ];
}

const hitWords = {
  open: "has an undecided watchlist hit.",
  confirmed: "is confirmed to be on a watchlist.",
  cleared: "has a watchlist hit that you cleared yourself.",
} as const;

/** Returns whether the customer's names must be compared with the current lists. Without lists, no one is due. */
async function isDue(reader: Tx | typeof db, userId: string): Promise<boolean> {
  const screening = await reader.screening.findUnique({ where: { userId } });
  const { _max } = await reader.watchlist.aggregate({ where: { active: true }, _max: { revision: true } });
  return (screening?.revision ?? 0) < (_max.revision ?? 0);
}
