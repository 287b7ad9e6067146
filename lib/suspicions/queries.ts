import "server-only";
import { Readable } from "node:stream";
import { audit } from "@/lib/audit/audit";
import { toPage } from "@/lib/cursor";
import { dayOf } from "@/lib/dates";
import { db, transaction, type Prisma } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { csvLine } from "@/lib/formats/csv-line";
import { consume } from "@/lib/limits/limits";
import { openRowCipher } from "@/lib/pii/cipher";
import { findConflictsOfEach } from "@/lib/users/conflicts";
import { namesOf } from "@/lib/users/names";
import type { Viewer } from "@/lib/viewer";
import { TABLE } from "./commands";
import { filings, thingLabels, type Filing, type SuspicionDto, type SuspicionListQuery } from "./schema";

/** The register as its deciders see it (product 10.43). Each reading of the list is audited. */
const MAX_EXPORTS_PER_HOUR = 10;
const BATCH = 100;

/** Returns the number of open reports, for the menu. */
export const countOpenSuspicions = (): Promise<number> => db.suspicion.count({ where: { state: "open" } });

const HIDDEN = "You share identifying details with this person. A colleague decides on this report.";

async function toDtos(viewer: Viewer, rows: readonly Prisma.SuspicionModel[]): Promise<SuspicionDto[]> {
  const conflicts = await findConflictsOfEach(
    db,
    viewer.userId,
    rows.flatMap(({ userId }) => userId ?? []),
  );
  const names = await namesOf(
    rows.flatMap(({ reportedById, decidedById }) => [reportedById, decidedById]).filter((id) => id !== null),
  );
  return rows.map((row) => {
    const cipher = openRowCipher(TABLE, row.id, row.dataKey);
    const isHidden = row.userId !== null && (conflicts.get(row.userId)?.length ?? 0) > 0;
    const isOwn = row.reportedById === viewer.userId;
    return {
      _id: row.id,
      thing: row.thing,
      thingId: row.thingId,
      userId: isHidden ? null : row.userId,
      subject: isHidden ? "Somebody you know" : cipher.open("subject_cipher", row.subjectCipher),
      report: isHidden ? HIDDEN : cipher.open("report_cipher", row.reportCipher),
      canDecide: row.state === "open" && !isHidden && !isOwn,
      reportedBy: (row.reportedById && names.get(row.reportedById)) || null,
      isSuggestion: row.suggestion !== null,
      reportedAt: row.reportedAt.toISOString(),
      dueAt: row.dueAt.toISOString(),
      isLate: row.state === "open" && row.dueAt < new Date(),
      state: row.state,
      decidedBy: (row.decidedById && names.get(row.decidedById)) || null,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      note: row.noteCipher && !isHidden ? cipher.open("note_cipher", row.noteCipher) : null,
      filing: row.filing as Filing | null,
      reference: row.reference,
      filedOn: row.filedOn && dayOf(row.filedOn),
    };
  });
}

/** Reads a page of reports: open ones by the time they are due, decided ones newest first. */
async function readPage(viewer: Viewer, { state, after, limit }: SuspicionListQuery) {
  const rows = await db.suspicion.findMany({
    where: { state },
    orderBy: state === "open" ? [{ dueAt: "asc" }, { id: "asc" }] : [{ id: "desc" }],
    take: limit + 1,
    ...(after && { cursor: { id: after }, skip: 1 }),
  });
  const { shown, next } = toPage(rows, limit, ({ id }) => id);
  return { suspicions: await toDtos(viewer, shown), next };
}

/** Returns a page of reports. The reading is audited. Throws FORBIDDEN. */
export async function listSuspicions(
  viewer: Viewer,
  query: SuspicionListQuery,
): Promise<{ suspicions: SuspicionDto[]; next: string | null }> {
  await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "suspicions.decide");
    const data = { state: query.state };
    await audit(tx, { actorId: viewer.userId, action: "suspicion.listed", targetId: null, data });
  });
  return readPage(viewer, query);
}

const columns: [string, (row: SuspicionDto) => string | null][] = [
  ["Reported at (UTC)", ({ reportedAt }) => reportedAt],
  ["Due at (UTC)", ({ dueAt }) => dueAt],
  ["About", ({ thing }) => thingLabels[thing]],
  ["Subject", ({ subject }) => subject],
  ["Report", ({ report }) => report],
  ["Reported by", ({ reportedBy, isSuggestion }) => (isSuggestion ? "Suggestion" : reportedBy)],
  ["State", ({ state }) => state],
  ["Decided at (UTC)", ({ decidedAt }) => decidedAt],
  ["Decided by", ({ decidedBy }) => decidedBy],
  ["Note", ({ note }) => note],
  ["Filed", ({ filing }) => filing && filings[filing]],
  ["Reference", ({ reference }) => reference],
  ["Filed on", ({ filedOn }) => filedOn],
];

/** Streams the register as CSV, in this state. Audited. Throws FORBIDDEN, RATE_LIMITED. */
export async function exportSuspicions(
  viewer: Viewer,
  { state }: Pick<SuspicionListQuery, "state">,
): Promise<ReadableStream<Uint8Array>> {
  await consume(`suspicions_export|${viewer.userId}`, MAX_EXPORTS_PER_HOUR, 3_600);
  await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "suspicions.decide");
    const data = { state };
    await audit(tx, { actorId: viewer.userId, action: "suspicion.exported", targetId: null, data });
  });
  async function* rows() {
    yield `\uFEFF${csvLine(columns.map(([header]) => header))}`;
    for (let after: string | undefined; ;) {
      await transaction((tx) => lockAdministrator(tx, viewer, "suspicions.decide"));
      const { suspicions, next } = await readPage(viewer, { state, after, limit: BATCH });
      yield suspicions.map((row) => csvLine(columns.map(([, value]) => value(row) ?? ""))).join("");
      if (next === null) return;
      after = next;
    }
  }
  return Readable.toWeb(Readable.from(rows(), { objectMode: false })) as ReadableStream<Uint8Array>;
}
