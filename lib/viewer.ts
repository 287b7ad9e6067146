import type { Subject } from "@/lib/routes/policy";

/** Who sends a request or opens a page, read from the session row and its user for every request. */
export interface Viewer extends Subject {
  sessionId: string;
  userId: string;
}
