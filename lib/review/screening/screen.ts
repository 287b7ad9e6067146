import "server-only";
import { createHash } from "node:crypto";
import { audit } from "@/lib/audit/audit";
import { dayOf } from "@/lib/dates";
import { Prisma, type Tx } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { maskNumbersIn } from "@/lib/mask";
import { compareNames, normalizeName } from "@/lib/names";
import { fullName, nameColumns } from "@/lib/onboarding/forms/full-name";
import type { ScreeningParty, WatchlistSource } from "./schema";
import { scoreMatch, type Match, type Screened } from "./score";

/** The maximum number of entries scored for each name: the closest by trigram similarity. */
const MAX_CANDIDATES = 100;

/** A name in a case, and its party. */
interface ScreenedName extends Screened {
  party: ScreeningParty;
  normalized: string;
}

interface Candidate {
  /** The position of the screened name, from 1. */
  ordinal: number;
  source: WatchlistSource;
  externalId: string;
  entryName: string;
  programme: string;
  births: string[];
  name: string;
  isWeak: boolean;
}

/** Returns the names in a user's account and current submission, without repetition. Next of kin and guardians are not screened. */
async function namesOf(tx: Tx, userId: string): Promise<ScreenedName[]> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      name: true,
      currentSubmission: {
        select: {
          personal: { select: { ...nameColumns, dateOfBirth: true } },
          company: { select: { name: true } },
          bankDetails: { select: { accountName: true } },
          signatories: { select: { fullName: true }, orderBy: { ordinal: "asc" } },
        },
      },
    },
  });
  const { personal, company, bankDetails, signatories = [] } = user.currentSubmission ?? {};
  const dateOfBirth = personal ? dayOf(personal.dateOfBirth) : null;
  const person = (party: ScreeningParty, name: string, born: string | null) =>
    ({ kind: "person", party, name, dateOfBirth: born }) as const;
  const entity = (party: ScreeningParty, name: string) =>
    ({ kind: "entity", party, name, dateOfBirth: null }) as const;
  const applicant = personal && fullName(personal);
  const all = [
    ...(applicant ? [person("applicant", applicant, dateOfBirth)] : []),
    ...(company ? [entity("company", company.name)] : []),
    ...signatories.map(({ fullName }) => person("signatory", fullName, null)),
    // The individual form is always about the account's owner, so its date of birth belongs to them.
    person("account", user.name, dateOfBirth),
    // The applicant may have typed the account number into the name field, so numbers are masked.
    ...(bankDetails ? holder(maskNumbersIn(bankDetails.accountName)) : []),
  ];
  const names = new Map<string, ScreenedName>();
  for (const one of all) {
    const normalized = normalizeName(one.name);
    const key = `${one.kind}|${normalized}`;
    if (normalized && !names.has(key)) names.set(key, { ...one, normalized });
  }
  return [...names.values()];

  /**
   * The account holder may be a person or a company. The date of birth is the applicant's and does not apply to another person.
   */
  function holder(name: string) {
    const isApplicant = applicant && compareNames(name, applicant) !== "different";
    return [person("account_holder", name, isApplicant ? dateOfBirth : null), entity("account_holder", name)];
  }
}

/** Entries of the active lists whose names are similar by trigrams or fully contained in a longer name, found by index. */
export const candidatesQuery = (names: readonly Pick<ScreenedName, "kind" | "normalized">[]) => Prisma.sql`
  SELECT s.ordinal::int AS ordinal, c.*
  FROM unnest(${names.map(({ normalized }) => normalized)}::text[], ${names.map(({ kind }) => kind)}::text[])
    WITH ORDINALITY AS s (normalized, kind, ordinal)
  CROSS JOIN LATERAL (
    SELECT w.source, e.external_id AS "externalId", e.name AS "entryName", e.programme, e.births, n.name, n.is_weak AS "isWeak"
    FROM watchlist_names n JOIN watchlist_entries e ON e.id = n.entry_id JOIN watchlists w ON w.id = e.watchlist_id
    WHERE (n.normalized % s.normalized
        OR (n.normalized LIKE '% %' AND string_to_array(n.normalized, ' ') <@ string_to_array(s.normalized, ' ')))
      AND w.active AND e.kind = s.kind::watchlist_kind
    ORDER BY similarity(n.normalized, s.normalized) DESC, n.id LIMIT ${MAX_CANDIDATES}
  ) AS c`;

/** Screens the names of a locked user against all lists and stores the hits. A hit that no longer applies ends, with an audit row. */
export async function screenUser(tx: Tx, userId: string): Promise<void> {
  const names = await namesOf(tx, userId);
  const candidates = await tx.$queryRaw<Candidate[]>(candidatesQuery(names));
  const found = bestHits(names, candidates);
  const stored = await tx.screeningHit.findMany({ where: { userId } });
  for (const hit of found.values()) {
    const former = stored.find((row) => keyOf(row) === keyOf(hit));
    if (!former) {
      await tx.screeningHit.create({ data: { id: uuidv7(), userId, ...hit } });
    } else if (former.basis !== hit.basis || former.endedAt) {
      // A different basis means a different entry or new data about it, so an earlier clearance does not apply. A confirmed hit stays
      // confirmed.
      const reopens =
        (former.basis !== hit.basis && former.state === "cleared") ||
        (former.endedAt && former.state === "open");
      await tx.screeningHit.update({
        where: { id: former.id },
        data: { ...hit, endedAt: null, ...(reopens && { ...reopened, foundAt: new Date() }) },
      });
    }
  }
  const lost = stored.filter((row) => !row.endedAt && !found.has(keyOf(row)));
  const ended: string[] = [];
  for (const row of lost) if (row.state !== "confirmed" || !(await isListed(tx, row))) ended.push(row.id);
  if (ended.length === 0) return;
  await tx.screeningHit.updateMany({ where: { id: { in: ended } }, data: { endedAt: new Date() } });
  const data = { hits: ended.length };
  await audit(tx, { actorId: null, action: "screening.hits_ended", targetId: userId, data });
}

const reopened = {
  state: "open",
  reason: null,
  dataKey: null,
  noteCipher: null,
  decidedById: null,
  decidedAt: null,
  alertedAt: null,
} as const satisfies Prisma.ScreeningHitUncheckedUpdateInput;

/**
 * Returns whether the entry is still on the active list. A confirmed hit ends only when its entry is removed; a changed name does not end
 * it.
 */
async function isListed(tx: Tx, { source, externalId }: { source: WatchlistSource; externalId: string }) {
  return (await tx.watchlistEntry.count({ where: { externalId, watchlist: { source, active: true } } })) > 0;
}

type Hit = ReturnType<typeof toHit>;
const keyOf = ({ source, externalId, normalized }: Pick<Hit, "source" | "externalId" | "normalized">) =>
  `${source}|${externalId}|${normalized}`;

/** Returns, for each name and entry, the alias with the highest score if it is a hit. */
function bestHits(names: readonly ScreenedName[], candidates: readonly Candidate[]): Map<string, Hit> {
  const hits = new Map<string, Hit>();
  for (const candidate of candidates) {
    const screened = names[candidate.ordinal - 1]!;
    const { isHit, ...match } = scoreMatch(screened, candidate);
    const hit = toHit(screened, candidate, match);
    if (isHit && hit.score > (hits.get(keyOf(hit))?.score ?? -1)) hits.set(keyOf(hit), hit);
  }
  return hits;
}

function toHit(screened: ScreenedName, candidate: Candidate, match: Omit<Match, "isHit">) {
  const { source, externalId, entryName, programme, births } = candidate;
  const { party, name, normalized, dateOfBirth } = screened;
  const compared = [candidate.name, candidate.isWeak, entryName, programme, births, normalized, dateOfBirth];
  return {
    source,
    externalId,
    entryName,
    programme,
    births,
    party,
    name,
    normalized,
    matchedName: candidate.name,
    ...match,
    basis: createHash("sha256").update(JSON.stringify(compared)).digest("hex"),
  };
}
