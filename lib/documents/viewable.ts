import "server-only";
import { recordReads } from "@/lib/audit/reads";
import { can } from "@/lib/rights";
import type { Viewer } from "@/lib/viewer";

/** A rendered document. */
export interface PdfFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Restricts rows to those that the viewer may open: their own, and all with the right `money.read`. */
export const ownedBy = (viewer: Viewer): { userId?: string } =>
  can(viewer, "money.read") ? {} : { userId: viewer.userId };

/** Records that an administrator opens an investor's document. */
export const recordOpened = (viewer: Viewer, subjectId: string): Promise<void> =>
  recordReads(viewer, [{ subjectId, part: "account" }]);
