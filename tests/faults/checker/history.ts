/** What the simulated people asked for and what they were told. `unknown`: no answer, or one that says neither yes nor no (503). */
export type Outcome = "ok" | "refused" | "unknown";

export type Operation =
  | { kind: "register"; email: string }
  | { kind: "verify"; email: string }
  | { kind: "role"; email: string; role: string }
  | { kind: "type"; email: string; type: string }
  | { kind: "draft"; email: string; savedAt: string | null }
  | { kind: "upload"; email: string; field: string; fileId: string | null }
  /** The text of an application; `mark` is a number that only this attempt carries in its answers. */
  | { kind: "text"; email: string; mark: number }
  /** Its documents: from here on it counts. `uploads` are the files named by their ids, `documents` how many it has in all. */
  | { kind: "submit"; email: string; mark: number; documents: number; uploads: string[] }
  | { kind: "decide"; admin: string; userId: string; submissionId: string; decision: "approved" | "rejected" }
  | { kind: "delete"; userId: string; email: string }
  | { kind: "refresh"; email: string };

export type Call = Operation & {
  outcome: Outcome;
  /** The answer's status; 0 when there was none. */
  status: number;
  /** The answer was neither the envelope nor missing. */
  malformed?: boolean;
};

/** What is there afterwards: read from the database, the mail carrier and the folder of files. */
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
    /** When the form that is being filled was kept last. */
    draftSavedAt: string | null;
  }[];
  submissions: {
    id: string;
    userId: string;
    kind: "individual" | "corporate";
    state: string;
    mark: number;
    /** Ids of its documents' files. */
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
  /** How often the carrier delivered the mail of each id. */
  delivered: Map<string, number>;
  files: { id: string; ownerId: string | null; attached: boolean; whole: boolean }[];
  draftFiles: { userId: string; field: string; fileId: string }[];
  userCounts: { summed: Record<string, number>; counted: Record<string, number> };
  /** What is wrong with the audit chain; null when it is whole. */
  chain: string | null;
}
