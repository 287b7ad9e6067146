import * as z from "zod";
import "@/lib/zod";

/** Requests for PDFs about investments (product 10.37). Safe in the browser. */
const id = z.uuid().toLowerCase();
export const documentParams = z.object({ id });
export const receiptParams = z.object({ id, entryId: id });

/** Which PDF to download, with its file name. */
export type DocumentLink =
  | { kind: "agreement"; id: string; name: string }
  | { kind: "receipt"; id: string; entryId: string; name: string }
  | { kind: "advice"; id: string; name: string };

/** A PDF in the list of documents. */
export interface OwnPdf {
  key: string;
  title: string;
  note: string;
  link: DocumentLink;
}
