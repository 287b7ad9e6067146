import "server-only";
import { can } from "@/lib/rights";
import { dayOf } from "@/lib/dates";
import { AppError, invalid } from "@/lib/errors";
import { FormatError } from "@/lib/formats/format-error";
import type { Viewer } from "@/lib/viewer";
import { readList } from "./read-list";
import type { ImportedListDto } from "./schema";
import { importList } from "./watchlists";

/**
 * Imports an uploaded list, as `npm run screening:import` does; a job then screens all users again. `date` is the day of a CSV, which does
 * not contain its date; today by default. Throws FORBIDDEN unless the viewer is a super administrator; VALIDATION_FAILED at `file` for
 * a file that cannot be read, that is older than the active list, or that has lost more than 10 % of its entries.
 */
export async function importUploadedList(
  viewer: Viewer,
  path: string,
  date: string | undefined,
): Promise<ImportedListDto> {
  if (!can(viewer, "watchlists.import")) throw new AppError("FORBIDDEN");
  try {
    const list = await readList(path, date);
    const isNew = await importList(list, { actorId: viewer.userId });
    const { source, version, entries } = list;
    return {
      source,
      version,
      publishedOn: dayOf(new Date(list.publishedOn)),
      entries: entries.length,
      isNew,
    };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw invalid(
      "file",
      error.message
        .replace("Use --force", "Ask your system administrator")
        .replace("use --force", "ask your system administrator"),
    );
  }
}
