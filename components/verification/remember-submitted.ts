import { SUBMITTED_FLAG } from "@/components/session/private-state";

/** The flag of product 4.4. */
export function rememberSubmitted(): void {
  try {
    sessionStorage.setItem(SUBMITTED_FLAG, "true");
  } catch {
    // The server knows anyway.
  }
}
