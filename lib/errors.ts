/** The error codes of the domain and their HTTP statuses (product 10.2). */
export const statuses = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  TWO_STEP_REQUIRED: 401,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
  TWO_STEP_SETUP_REQUIRED: 403,
  STEP_UP_REQUIRED: 403,
  RECENTLY_RESET: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  EMAIL_TAKEN: 409,
  ALREADY_SUBMITTED: 409,
  ALREADY_DECIDED: 409,
  DRAFT_CHANGED: 409,
  OTHER_USER: 409,
  CONFIRMATION_REQUIRED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  INVALID_CODE: 422,
  INVALID_PASSKEY: 422,
  INVALID_TOKEN: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  NOT_IMPLEMENTED: 501,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof statuses;

const messages: Partial<Record<ErrorCode, string>> = {
  BAD_REQUEST: "We couldn't read your request. Reload the page and try again.",
  UNAUTHENTICATED: "Please log in to continue",
  INVALID_CREDENTIALS: "Invalid email or password",
  TWO_STEP_REQUIRED: "Enter the code from your authenticator app",
  FORBIDDEN: "You don't have permission to do this",
  EMAIL_NOT_VERIFIED: "Verify your email address to continue",
  TWO_STEP_SETUP_REQUIRED: "Set up two-step login in your profile first",
  STEP_UP_REQUIRED: "Confirm that it's you to continue",
  NOT_FOUND: "We couldn't find this",
  METHOD_NOT_ALLOWED: "This method is not allowed here",
  EMAIL_TAKEN: "An account with this email already exists",
  CONFIRMATION_REQUIRED: "A second administrator must confirm this. We have asked for it.",
  DRAFT_CHANGED: "You changed this form on another device",
  OTHER_USER: "Another user is now logged in here. Reload the page.",
  PAYLOAD_TOO_LARGE: "This is too large to send. Use smaller files or shorter text.",
  UNSUPPORTED_MEDIA_TYPE: "This content type is not supported",
  RATE_LIMITED: "Too many attempts. Please wait a while, then try again.",
  INTERNAL: "Something went wrong on our side. Please try again.",
  UNAVAILABLE: "We're very busy right now. Please try again in a moment.",
};

export interface FieldError {
  /** The dotted path, such as `signatories.0.bvnNumber`. */
  path: string;
  message: string;
}

export interface ErrorDetails {
  errors?: FieldError[];
  /** The seconds to wait. */
  retryAfter?: number;
  /** Details for the client, e.g. the current state after a conflict. They never contain personal data. */
  data?: Record<string, unknown>;
}

/** An expected error that is shown to the client. Any other error is logged and becomes a 500 without details. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message?: string, details: ErrorDetails = {}) {
    super(message ?? messages[code] ?? code);
    this.code = code;
    this.details = details;
    this.name = "AppError";
  }

  /** Next.js shows its not-found page, with 404, for a page that throws an error with this digest. */
  get digest(): string | undefined {
    return this.code === "NOT_FOUND" ? "NEXT_HTTP_ERROR_FALLBACK;404" : undefined;
  }

  get status(): number {
    return statuses[this.code];
  }
}

/** Returns a 422 error for one field. */
export const invalid = (path: string, message: string): AppError =>
  new AppError("VALIDATION_FAILED", message, { errors: [{ path, message }] });

export const notFound = (message?: string): AppError => new AppError("NOT_FOUND", message);
