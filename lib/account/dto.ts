import type { Device } from "./device";

/** A device somebody is signed in on. */
export interface SessionDto {
  _id: string;
  device: Device;
  signedInAt: string;
  lastSeenAt: string;
  /** The one that asks. */
  current: boolean;
}

export type DocumentName =
  | "idDocument"
  | "passportPhoto"
  | "utilityBill"
  | "certificateOfIncorporation"
  | "memorandumAndArticles"
  | "tinCertificate"
  | "logo"
  | "signatoryIdDocument";

/** A document of one's own submission, with what its owner knows it by. */
export interface OwnDocumentDto {
  _id: string;
  name: DocumentName;
  /** Which signatory's it is, counted from 1. */
  signatory: number | null;
  path: string;
  fileName: string;
  /** Bytes. */
  size: number;
}
