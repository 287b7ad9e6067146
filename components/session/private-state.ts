import { clearDraft } from "@/components/verification/draft";

/** Set when a submission went through (product 4.4). */
export const SUBMITTED_FLAG = "verification-submitted";

/** Everything this browser keeps about a person besides the token; gone at logout (threat 38). */
export function clearPrivateState(): void {
  clearDraft();
  try {
    sessionStorage.removeItem(SUBMITTED_FLAG);
  } catch {
    // A browser without storage kept nothing.
  }
}
