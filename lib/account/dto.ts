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

/** Where one's own two-step sign-in stands. */
export interface TwoStepDto {
  /** Null while it is off. */
  since: string | null;
  /** Recovery codes that were not used. */
  codesLeft: number;
}

/** What an authenticator app has to be told, in the three ways it can be. */
export interface TwoStepSetup {
  /** To be typed. */
  secret: string;
  /** To be opened on the phone itself. */
  uri: string;
  /** To be scanned: the rows of a QR code, 1 for each dark square and 0 for each light one. */
  picture: string[];
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
