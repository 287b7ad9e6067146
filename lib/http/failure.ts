import "server-only";
import { isUnreachable } from "@/lib/db/errors";
import { AppError } from "@/lib/errors";

/** The error response with its envelope (product 10.2). */
export function toErrorResponse(error: AppError): Response {
  const { errors, retryAfter, data } = error.details;
  const response = Response.json(
    { success: false, message: error.message, error: error.code, errors, data },
    { status: error.status, headers: { "cache-control": "no-store" } },
  );
  if (error.status === 429 || error.status === 503) {
    response.headers.set("retry-after", String(retryAfter ?? 1));
  }
  return response;
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(isUnreachable(error) ? "UNAVAILABLE" : "INTERNAL");
}
