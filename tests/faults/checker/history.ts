/** The calls of the simulated users and their outcomes. `unknown`: no response, or one that leaves the result open (503). */
export type Outcome = "ok" | "refused" | "unknown";

export type Operation =
  | { kind: "register"; email: string }
  | { kind: "verify"; email: string }
  | { kind: "role"; email: string; role: string }
  | { kind: "type"; email: string; type: string }
  | { kind: "draft"; email: string; savedAt: string | null }
  | { kind: "upload"; email: string; field: string; fileId: string | null }
  /** The answers of a submission; `mark` is a number that is unique to this attempt. */
  | { kind: "text"; email: string; mark: number }
  /** The documents, which complete it. `uploads` are referenced files, `documents` the total number. */
  | { kind: "submit"; email: string; mark: number; documents: number; uploads: string[] }
  | { kind: "decide"; admin: string; userId: string; submissionId: string; decision: "approved" | "rejected" }
  | { kind: "delete"; userId: string; email: string }
  | { kind: "refresh"; email: string };

export type Call = Operation & {
  outcome: Outcome;
  /** The status of the response; 0 if there was none. */
  status: number;
  /** There was a response without the envelope. */
  malformed?: boolean;
};

/** The final state of database, mail service and files. */
export interface State {
  users: {
    id: string;
    email: string;
    verified: boolean;
    role: string;
    investorType: string;
    status: string;
    submittedAt: string | null;
    currentSubmissionId: string | null;
    /** When the draft was last saved. */
    draftSavedAt: string | null;
  }[];
  submissions: {
    id: string;
    userId: string;
    kind: "individual" | "corporate";
    state: string;
    mark: number;
    /** Ids of the documents' files. */
    files: string[];
  }[];
  decisions: { userId: string | null; submissionId: string | null; status: string; adminId: string | null }[];
  audit: { action: string; actorId: string | null; targetId: string | null; submissionId: string | null }[];
  mails: {
    id: string;
    userId: string | null;
    template: string;
    outcome: "sent" | "failed" | "expired" | "waiting";
  }[];
  /** The number of deliveries per email id. */
  delivered: Map<string, number>;
  files: { id: string; ownerId: string | null; attached: boolean; whole: boolean }[];
  draftFiles: { userId: string; field: string; fileId: string }[];
  userCounts: { summed: Record<string, number>; counted: Record<string, number> };
  /** The problem of the audit chain; null if it is intact. */
  chain: string | null;
}
