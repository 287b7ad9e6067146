/** A document that was sent, or a place where one could stand. */
export interface StoredDocument {
  /** Unlike every other of the same person. */
  key: string;
  label: string;
  /** Null when nothing was uploaded. */
  path: string | null;
  /** Said of it instead of the bare state: its name, its size, its day. */
  note?: string;
}
