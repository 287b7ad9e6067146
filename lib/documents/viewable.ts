import "server-only";
import { recordReads } from "@/lib/audit/reads";
import type { Viewer } from "@/lib/viewer";

/** A rendered document. */
export interface PdfFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Restricts rows to those that the viewer may open: their own, and all for administrators. */
export const ownedBy = ({ role, userId }: Viewer): { userId?: string } =>
  role === "admin" ? {} : { userId };

/** Records that an administrator opens an investor's document. */
export const recordOpened = (viewer: Viewer, subjectId: string): Promise<void> =>
  recordReads(viewer, [{ subjectId, part: "account" }]);
