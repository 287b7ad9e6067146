/** A document of a submission, uploaded or missing. */
export interface StoredDocument {
  /** Unique among the documents of a user. */
  key: string;
  label: string;
  /** Null if the document is missing. */
  path: string | null;
  /** Its path in the answers of a submission, for part reviews. */
  part?: string;
  /** Shown instead of the state, such as file name and size. */
  note?: string;
}
