/** Error messages and toasts shown to users (product 8). */
export const UNEXPECTED = "An unexpected error occurred";

/** Titles and messages of screens. A response without a message gets the `fallback` of its call in the contract. */
export const fallbacks = {
  login: "Invalid email or password",
  noUser: "No user logged in",
  loadUsers: "Failed loading users",
  usersTable: "Failed to load users",
  userDetails: "Failed to load user verification details",
  loadAdministrators: "Failed to load administrators",
  upload: "Upload failed",
} as const;

/** The exact toast texts of product 8. */
export const toasts = {
  loggedOut: "Logged out successfully",
  logoutFailed: "Logout failed. Please try again.",
  fillRequired: "Please fill all required fields correctly before proceeding",
  progressSaved: "Progress saved successfully",
  progressFailed: "Failed to save progress",
  verificationSubmitted: "Verification submitted successfully!",
  verificationFailed: "Failed to submit verification data. Please try again.",
  corporateSubmitted: "Verification submitted",
  corporateFailed: "Failed to submit corporate verification",
  consultationSubmitted: "Consultation request submitted successfully!",
} as const;

/** The message shown if there was no response. */
export const NETWORK_ERROR = "We couldn't reach our server. Check your connection and try again.";

/** The message shown if the browser would not store the cookie of a session. */
export const COOKIES_BLOCKED =
  "Your browser blocks cookies for this site, and we need one to keep you logged in. Allow cookies for this site in your browser's settings, then try again.";

const nonEmptyString = (value: unknown): string | null =>
  typeof value === "string" && value.trim() ? value.trim() : null;

function firstOf(errors: unknown): string | null {
  if (Array.isArray(errors)) {
    for (const entry of errors) {
      const text = nonEmptyString(entry) ?? (isRecord(entry) ? nonEmptyString(entry["message"]) : null);
      if (text) return text;
    }
  }
  return null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns the message to show, in the order of product 8: the response's message, its error, the first of its field errors, the network
 * error, the fallback.
 */
export function extractMessage(
  failure: { body?: unknown; transport?: string | null },
  fallback: string = UNEXPECTED,
): string {
  const { body, transport } = failure;
  const fromBody = isRecord(body)
    ? (nonEmptyString(body["message"]) ?? nonEmptyString(body["error"]) ?? firstOf(body["errors"]))
    : null;
  return fromBody ?? nonEmptyString(transport) ?? fallback;
}

/** Returns the well-formed entries of the envelope's `errors`. */
export function extractFieldErrors(body: unknown): { path: string; message: string }[] {
  const list = isRecord(body) && Array.isArray(body["errors"]) ? body["errors"] : [];
  return list.flatMap((entry: unknown) => {
    const path = isRecord(entry) ? nonEmptyString(entry["path"]) : null;
    const message = isRecord(entry) ? nonEmptyString(entry["message"]) : null;
    return path && message ? [{ path, message }] : [];
  });
}
