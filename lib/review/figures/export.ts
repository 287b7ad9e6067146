import "server-only";
import { csvLine } from "@/lib/formats/csv-line";
import type { Viewer } from "@/lib/viewer";
import { decisionFigures } from "./decision-figures";
import { reviewTimes } from "./review-times";
import { decisionTables, statisticsTables, timeTables, type FigureTable, type TableName } from "./schema";
import { statistics } from "./statistics";

const toCsv = <Data>({ columns, rows }: FigureTable<Data>, data: Data): string =>
  `\uFEFF${[columns, ...rows(data)].map((cells) => csvLine(cells.map((cell) => String(cell ?? "")))).join("")}`;

/**
 * Returns a dashboard table as CSV (RFC 4180, UTF-8 with BOM for spreadsheets, formulas escaped), with the same numbers that this viewer
 * sees on screen.
 */
export async function exportFigures(viewer: Viewer, name: TableName): Promise<string> {
  if (name === "registrations" || name === "funnel")
    return toCsv(statisticsTables[name], await statistics(viewer));
  if (name === "time-to-decision" || name === "waiting") return toCsv(timeTables[name], await reviewTimes());
  return toCsv(decisionTables[name], await decisionFigures(viewer));
}
