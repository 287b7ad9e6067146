import { AppError } from "@/lib/errors";
import type { Subject } from "@/lib/routes/policy";

/** The authenticated user and session, read from the database on every request. */
export interface Viewer extends Subject {
  sessionId: string;
  userId: string;
  /** The key with which a program acts for the user; `sessionId` is its id then. */
  key?: { id: string; scopes: readonly string[] };
  /** When the user last proved their identity: at login, or by step-up. */
  provedAt: Date;
}

/**
 * Step-up: actions that can cause harm need a fresh proof of identity, so that an unlocked computer or a stolen token is not enough
 * (product 10.3). A login counts as a proof. Throws STEP_UP_REQUIRED if the last proof is older than `minutes`.
 */
export function requireFreshProof({ provedAt }: Pick<Viewer, "provedAt">, minutes: number): void {
  if (Date.now() - provedAt.getTime() > minutes * 60_000) throw new AppError("STEP_UP_REQUIRED");
}
