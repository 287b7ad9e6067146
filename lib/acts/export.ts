import "server-only";
import { Readable } from "node:stream";
import { audit } from "@/lib/audit/audit";
import { transaction } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { csvLine } from "@/lib/formats/csv-line";
import { consume } from "@/lib/limits/limits";
import type { Viewer } from "@/lib/viewer";
import { listActs } from "./queries";
import { actKinds } from "./rules";
import type { ActDto, ActQuery } from "./schema";

/** Rows per query, which bounds memory regardless of the list's length. */
const BATCH = 50;
const MAX_EXPORTS_PER_HOUR = 30;

const columns: [header: string, value: (act: ActDto) => string | null | undefined][] = [
  ["Number", ({ number }) => number],
  ["At (UTC)", ({ at }) => at],
  ["Act", ({ kind }) => actKinds[kind].label],
  ["By", ({ actor }) => actor?.name ?? "The system"],
  ["By a rule", ({ isByRule }) => (isByRule ? "yes" : "")],
  ["Group", ({ group }) => group?._id],
  ["Confirmed by", ({ confirmedBy }) => confirmedBy?.name],
  ["About", ({ subjects }) => subjects.map(({ label }) => label).join("; ")],
  ["Undoes", ({ undoes }) => undoes && actKinds[undoes.kind].label],
  ["Undone at (UTC)", ({ undoneAt }) => undoneAt],
  ["Reason", ({ reason }) => reason],
  ["Note", ({ note }) => note],
];

/**
 * Streams the acts of money as CSV (RFC 4180, UTF-8 with BOM), newest first. The export is audited before the first row. Throws
 * RATE_LIMITED.
 */
export async function exportActs(
  viewer: Viewer,
  filter: Pick<ActQuery, "kind" | "about">,
): Promise<ReadableStream<Uint8Array>> {
  await consume(`acts_export|${viewer.userId}`, MAX_EXPORTS_PER_HOUR, 3_600);
  await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, "money.read");
    const data = { kind: filter.kind };
    await audit(tx, { actorId: viewer.userId, action: "money_act.exported", targetId: null, data });
  });
  async function* rows() {
    yield `\uFEFF${csvLine(columns.map(([header]) => header))}`;
    for (let after: string | undefined; ;) {
      // The rights are checked again for each batch, because an export to a slow client can take a long time.
      await transaction((tx) => lockAdministrator(tx, viewer, "money.read"));
      const { acts, next } = await listActs({ ...filter, after, limit: BATCH });
      yield acts.map((act) => csvLine(columns.map(([, value]) => value(act) ?? ""))).join("");
      if (next === null) return;
      after = next;
    }
  }
  return Readable.toWeb(Readable.from(rows(), { objectMode: false })) as ReadableStream<Uint8Array>;
}
