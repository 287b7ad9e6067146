import type { Subject } from "@/lib/routes/policy";

/** The authenticated user and session, read from the database on every request. */
export interface Viewer extends Subject {
  sessionId: string;
  userId: string;
}
