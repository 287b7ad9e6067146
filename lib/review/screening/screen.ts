import "server-only";
import { createHash } from "node:crypto";
import { audit } from "@/lib/audit/audit";
import { dateOf, dayOf } from "@/lib/dates";
import { Prisma, type Tx } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import { maskNumbersIn } from "@/lib/mask";
import { compareNames, normalizeName } from "@/lib/names";
import { fullName, nameColumns } from "@/lib/onboarding/forms/full-name";
import { canonicalName } from "./name-variants";
import type { NearNames, ScreeningParty, WatchlistSource } from "./schema";
import { isVerified } from "@/lib/submission-rules";
import { scoreMatch, type Match, type Screened } from "./score";

/** The maximum number of entries scored for each name: those contained in it, and the closest by trigram similarity. */
const MAX_CANDIDATES = 200;

/** The maximum number of similar names that are stored. */
const MAX_NEAR_NAMES = 5;

/** The path of the profile's name, which is not part of a submission. */
const PROFILE_NAME = "profile.name";

/** A name in a case, its party, and the paths of the answers with this name. */
interface ScreenedName extends Screened {
  party: ScreeningParty;
  answers: string[];
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

/**
 * Returns the names in a user's account, current submission and newest due diligence form, without repetition. Next of kin and guardians are
 * not screened.
 */
async function namesOf(tx: Tx, userId: string): Promise<ScreenedName[]> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      name: true,
      dueDiligence: {
        select: { owners: { orderBy: { ordinal: "asc" } } },
        orderBy: [{ sentAt: "desc" }, { id: "desc" }],
        take: 1,
      },
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
  const owners = user.dueDiligence[0]?.owners ?? [];
  const dateOfBirth = personal ? dayOf(personal.dateOfBirth) : null;
  const person = (party: ScreeningParty, answer: string, name: string, born: string | null) =>
    ({ kind: "person", party, answer, name, dateOfBirth: born }) as const;
  const entity = (party: ScreeningParty, answer: string, name: string) =>
    ({ kind: "entity", party, answer, name, dateOfBirth: null }) as const;
  const applicant = personal && fullName(personal);
  const all = [
    ...(applicant ? [person("applicant", "personal.surname", applicant, dateOfBirth)] : []),
    ...(company ? [entity("company", "corporate.company.name", company.name)] : []),
    // Before the signatories, because the form has their dates of birth.
    ...owners.map(({ kind, name, dateOfBirth: born }, index) => {
      const answer = `dueDiligence.owners.${index}.name`;
      return kind === "Person"
        ? person("owner", answer, name, born && dayOf(born))
        : entity("owner", answer, name);
    }),
    ...signatories.map(({ fullName }, index) =>
      person("signatory", `corporate.signatories.${index}.fullName`, fullName, null),
    ),
    // The individual form is always about the account's owner, so its date of birth belongs to them.
    person("account", PROFILE_NAME, user.name, dateOfBirth),
    // The applicant may have typed the account number into the name field, so numbers are masked.
    ...(bankDetails ? holder(maskNumbersIn(bankDetails.accountName)) : []),
  ];
  const names = new Map<string, ScreenedName>();
  for (const { answer, ...one } of all) {
    const normalized = normalizeName(one.name);
    const key = `${one.kind}|${normalized}`;
    const same = names.get(key);
    if (same) same.answers.push(answer);
    else if (normalized) names.set(key, { ...one, answers: [answer], normalized });
  }
  return [...names.values()];

  /**
   * The account holder may be a person or a company. The date of birth is the applicant's and does not apply to another person.
   */
  function holder(name: string) {
    const isApplicant = applicant && compareNames(name, applicant) !== "different";
    const answer = `${personal ? "" : "corporate."}bankDetails.accountName`;
    return [
      person("account_holder", answer, name, isApplicant ? dateOfBirth : null),
      entity("account_holder", answer, name),
    ];
  }
}

/**
 * Entries of the active lists whose names are similar by trigrams or fully contained in a longer name, as written or with one form for the
 * variants of each word, found by index.
 */
export const candidatesQuery = (names: readonly Pick<ScreenedName, "kind" | "normalized">[]) => Prisma.sql`
  SELECT s.ordinal::int AS ordinal, c.*
  FROM unnest(${names.map(({ normalized }) => normalized)}::text[], ${names.map(({ normalized }) => canonicalName(normalized))}::text[],
      ${names.map(({ kind }) => kind)}::text[])
    WITH ORDINALITY AS s (normalized, canonical, kind, ordinal)
  CROSS JOIN LATERAL (
    SELECT w.source, e.external_id AS "externalId", e.name AS "entryName", e.programme, e.births, n.name, n.is_weak AS "isWeak"
    FROM watchlist_names n JOIN watchlist_entries e ON e.id = n.entry_id JOIN watchlists w ON w.id = e.watchlist_id
    WHERE (n.normalized % s.normalized OR n.canonical % s.canonical
        OR (n.normalized LIKE '% %' AND string_to_array(n.normalized, ' ') <@ string_to_array(s.normalized, ' '))
        OR (n.canonical LIKE '% %' AND string_to_array(n.canonical, ' ') <@ string_to_array(s.canonical, ' ')))
      AND w.active AND e.kind = s.kind::watchlist_kind
    ORDER BY (n.canonical LIKE '% %' AND string_to_array(n.canonical, ' ') <@ string_to_array(s.canonical, ' ')) DESC NULLS LAST,
      greatest(similarity(n.normalized, s.normalized), similarity(n.canonical, s.canonical)) DESC, n.id LIMIT ${MAX_CANDIDATES}
  ) AS c`;

/**
 * Screens the names of a locked user against all lists and stores the hits. A hit that no longer applies ends, with an audit row. Returns
 * the similar names that are not hits.
 */
export async function screenUser(tx: Tx, userId: string): Promise<NearNames> {
  const names = await namesOf(tx, userId);
  const candidates = await tx.$queryRaw<Candidate[]>(candidatesQuery(names));
  const matches = bestMatches(names, candidates);
  const found = new Map(
    [...matches].flatMap(([key, { isHit, hit }]) => (isHit ? [[key, hit] as const] : [])),
  );
  const stored = await tx.screeningHit.findMany({ where: { userId } });
  for (const hit of found.values()) {
    const former = stored.find((row) => keyOf(row) === keyOf(hit));
    if (!former) {
      await tx.screeningHit.create({ data: { id: uuidv7(), userId, ...hit } });
    } else if (former.endedAt || !isStored(hit, former)) {
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
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { status: true, renewing: true },
  });
  // An approved user cannot end an undecided hit by changing their name either.
  const keeps = new Set(isVerified(user) ? ["confirmed", "open"] : ["confirmed"]);
  const lost = stored.filter((row) => !row.endedAt && !found.has(keyOf(row)));
  const ended: string[] = [];
  for (const row of lost) if (!(keeps.has(row.state) && (await isListed(tx, row)))) ended.push(row.id);
  if (ended.length > 0) {
    await tx.screeningHit.updateMany({ where: { id: { in: ended } }, data: { endedAt: new Date() } });
    const data = { hits: ended.length };
    await audit(tx, { actorId: null, action: "screening.hits_ended", targetId: userId, data });
  }
  return nearNames([...matches.values()]);
}

/** Returns whether a stored hit has the present data; the score and answers can change without its basis. */
const isStored = (hit: Hit, row: Hit): boolean =>
  Object.entries(hit).every(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(row[key as keyof Hit]),
  );

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

interface BestMatch extends Pick<Match, "isHit" | "isNear"> {
  hit: Hit;
}

/** Returns the alias with the highest score for each name and entry. */
function bestMatches(
  names: readonly ScreenedName[],
  candidates: readonly Candidate[],
): Map<string, BestMatch> {
  const matches = new Map<string, BestMatch>();
  for (const candidate of candidates) {
    const screened = names[candidate.ordinal - 1]!;
    const { isHit, isNear, ...match } = scoreMatch(screened, candidate);
    const hit = toHit(screened, candidate, match);
    const key = keyOf(hit);
    const former = matches.get(key);
    if (!former || hit.score > former.hit.score || (isNear && !former.isHit && !former.isNear))
      matches.set(key, { isHit, isNear, hit });
  }
  return matches;
}

/** Returns the entries that are similar to a name but a hit of none, closest first. */
function nearNames(matches: readonly BestMatch[]): NearNames {
  const entryOf = ({ hit }: BestMatch) => `${hit.source}|${hit.externalId}`;
  const hits = new Set(matches.filter(({ isHit }) => isHit).map(entryOf));
  const near = new Map<string, Hit>();
  for (const match of matches.toSorted((a, b) => b.hit.score - a.hit.score)) {
    const entry = entryOf(match);
    if (match.isNear && !hits.has(entry) && !near.has(entry)) near.set(entry, match.hit);
  }
  const names = [...near.values()].slice(0, MAX_NEAR_NAMES);
  return {
    count: near.size,
    names: names.map(({ source, externalId, entryName, matchedName, name, explanation }) => ({
      source,
      externalId,
      entryName,
      matchedName,
      name,
      explanation,
    })),
  };
}

function toHit(screened: ScreenedName, candidate: Candidate, match: Pick<Match, "score" | "explanation">) {
  const { source, externalId, entryName, programme, births } = candidate;
  const { party, name, normalized, answers, dateOfBirth } = screened;
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
    answers,
    dateOfBirth: dateOfBirth === null ? null : dateOf(dateOfBirth),
    matchedName: candidate.name,
    ...match,
    basis: createHash("sha256").update(JSON.stringify(compared)).digest("hex"),
  };
}
