import { clearLocalDraft } from "@/components/verification/draft-key";

/** Set when a submission went through (product 4.4). */
export const SUBMITTED_FLAG = "verification-submitted";

/** Everything this browser keeps about a person besides the token; gone at logout (threat 38). */
export function clearPrivateState(): void {
  clearLocalDraft();
  try {
    sessionStorage.removeItem(SUBMITTED_FLAG);
  } catch {
    // A browser without storage kept nothing.
  }
}
