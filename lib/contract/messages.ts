/** Error messages and toasts shown to users (product 8). */
export const UNEXPECTED = "An unexpected error occurred";

/** Shown when the server responded without a message. */
export const fallbacks = {
  login: "Invalid email or password",
  register: "Registration failed. Please try again.",
  verifyEmail: "Verification failed. Try again.",
  resendCode: "Failed to resend code. Try again.",
  setRole: "Failed to set user role",
  setInvestorType: "Failed to set investor type",
  updateProfile: "Failed to update profile",
  deleteAccount: "Failed to delete account",
  noUser: "No user logged in",
  forgotPassword: "We couldn't send the reset link. Please try again.",
  resetPassword: "We couldn't set your new password. Please try again.",

  submitVerification: "Failed to submit verification data",
  verificationStatus: "Failed to fetch verification status",
  submitCorporate: "Failed to submit corporate verification",

  loadUsers: "Failed loading users",
  loadUser: "Failed loading user",
  deleteUser: "Failed deleting user",
  updateRole: "Failed updating user role",
  updateStatus: "Failed updating user status",
  createSubAdmin: "Failed to create sub-admin",
  usersTable: "Failed to load users",
  userDetails: "Failed to load user verification details",
  loadAdministrators: "Failed to load administrators",

  loadCarousel: "Failed loading carousel items",
  createCarousel: "Failed creating carousel item",
  updateCarousel: "Failed updating carousel item",
  deleteCarousel: "Failed deleting carousel item",
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

/** Shown when there was no response. */
export const NETWORK_ERROR = "We couldn't reach our server. Check your connection and try again.";

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
 * The message to show, in the order of product 8: the response's message, its error, the first of its field errors, the network
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

/** The well-formed entries of the envelope's `errors`. */
export function extractFieldErrors(body: unknown): { path: string; message: string }[] {
  const list = isRecord(body) && Array.isArray(body["errors"]) ? body["errors"] : [];
  return list.flatMap((entry: unknown) => {
    const path = isRecord(entry) ? nonEmptyString(entry["path"]) : null;
    const message = isRecord(entry) ? nonEmptyString(entry["message"]) : null;
    return path && message ? [{ path, message }] : [];
  });
}
