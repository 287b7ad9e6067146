import type { Device } from "@/lib/auth/user-agent";
import type { DocumentName } from "@/lib/onboarding/forms/document-rules";

/** A device on which the user is logged in. */
export interface SessionDto {
  _id: string;
  device: Device;
  signedInAt: string;
  lastSeenAt: string;
  /** Whether this is the session that made the request. */
  current: boolean;
}

/** The status of the viewer's two-step login. */
export interface TwoStepDto {
  /** When it was turned on; null while it is off. */
  since: string | null;
  /** The number of unused recovery codes. */
  codesLeft: number;
  hasApp: boolean;
  /** The passkeys, oldest first. */
  passkeys: PasskeyDto[];
}

export interface PasskeyDto {
  _id: string;
  /** The browser that created it, such as "Chrome on Android". */
  name: string;
  addedAt: string;
  lastUsedAt: string | null;
}

/** The setup data for an authenticator app, in three forms. */
export interface TwoStepSetup {
  /** The secret as text, to type into the app. */
  secret: string;
  /** The secret as an `otpauth:` URI, to open on the phone itself. */
  uri: string;
  /** The secret as the rows of a QR code, to scan: 1 for a dark module and 0 for a light one. */
  picture: string[];
}

/** A document in the viewer's own submission. */
export interface OwnDocumentDto {
  _id: string;
  name: DocumentName;
  /** The number of the signatory, from 1. */
  signatory: number | null;
  path: string;
  fileName: string;
  /** The size in bytes. */
  size: number;
}

/** An application for funding that the viewer has submitted. */
export interface ApplicationDto {
  _id: string;
  /** A `superseded` application was replaced because of another profile or a new verification. */
  state: "pending" | "approved" | "rejected" | "changes_asked" | "superseded";
  /** Whether it is the account's current submission. */
  isCurrent: boolean;
  submittedAt: string;
  decidedAt: string | null;
  /** The reason for the rejection, or the requested changes, one line per part. */
  reason: string | null;
  /** The documents; empty once they have been deleted. */
  documents: OwnDocumentDto[];
}
