import "server-only";
import { Readable } from "node:stream";
import { audit } from "@/lib/audit/audit";
import { asKey } from "@/lib/audit/key-context";
import { requireNoRecentReset } from "@/lib/auth/reset-hold";
import { transaction } from "@/lib/db/client";
import { lockAdministrator } from "@/lib/db/lock-viewer";
import { PROOF_MINUTES } from "@/lib/endpoint";
import { consume } from "@/lib/limits/limits";
import { requireFreshProof, type Viewer } from "@/lib/viewer";
import { listChanges } from "./queries";
import { MAX_CHANGES, type ChangeExportQuery, type ChangeList } from "./schema";
import { sources } from "./sources";

const MAX_EXPORTS_PER_HOUR = 30;

/**
 * Streams a change list as NDJSON, one row per line, in the order of the list. A row that changes meanwhile may appear again. The export is
 * audited before the first row. Like other exports, it needs a fresh proof of identity and no recent password reset, except from programs,
 * whose key has the scope. It aborts if the session ends, the key is revoked or the viewer loses the right before the last row. Throws
 * STEP_UP_REQUIRED, RECENTLY_RESET, RATE_LIMITED.
 */
export async function exportChanges(
  viewer: Viewer,
  list: ChangeList,
  query: ChangeExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  if (!viewer.key) {
    requireFreshProof(viewer, PROOF_MINUTES);
    await requireNoRecentReset(viewer.userId);
  }
  await consume(`changes_export|${list}|${viewer.userId}`, MAX_EXPORTS_PER_HOUR, 3_600);
  await transaction(async (tx) => {
    await lockAdministrator(tx, viewer, sources[list].right);
    const data = { list, isWhole: !query.after && !query.updatedSince };
    await audit(tx, { actorId: viewer.userId, action: "changes.exported", targetId: null, data });
  });
  return Readable.toWeb(
    Readable.from(lines(viewer, list, query), { objectMode: false }),
  ) as ReadableStream<Uint8Array>;
}

async function* lines(viewer: Viewer, list: ChangeList, { after, updatedSince }: ChangeExportQuery) {
  for (let cursor = after; ;) {
    const read = async () => {
      // The rights are checked again for each batch, because an export to a slow client can take a long time.
      await transaction((tx) => lockAdministrator(tx, viewer, sources[list].right));
      return listChanges(viewer, list, { after: cursor, updatedSince, limit: MAX_CHANGES });
    };
    // A stream is read outside of the call, which names the key in the records of reads.
    const { data, extra } = await (viewer.key ? asKey(viewer.key.id, read) : read());
    yield data.map((row) => `${JSON.stringify(row)}\n`).join("");
    if (!extra.hasMore) return;
    cursor = extra.next ?? undefined;
  }
}
