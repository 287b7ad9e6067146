import "server-only";
import { readViewer } from "@/lib/auth/sessions";
import { isUnreachable, isVanishedRow } from "@/lib/db/errors";
import { AppError, notFound } from "@/lib/errors";
import { describeError, log } from "@/lib/log";
import type { Viewer } from "@/lib/viewer";

/** Returns the error response with its envelope (product 10.2). */
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

/**
 * Converts an error to an AppError. A row that disappeared during the request is NOT_FOUND: it was deleted before the request could use it.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isVanishedRow(error)) {
    log.warn({ event: "row.vanished", ...describeError(error) });
    return notFound();
  }
  return new AppError(isUnreachable(error) ? "UNAVAILABLE" : "INTERNAL");
}

/** Converts an error of a viewer's request. NOT_FOUND becomes UNAUTHENTICATED if the viewer's own account no longer exists. */
export async function toViewerError(error: unknown, viewer: Viewer | null): Promise<AppError> {
  const failure = toAppError(error);
  if (failure.code !== "NOT_FOUND" || !viewer || viewer.key) return failure;
  const current = await readViewer(viewer.sessionId, { isUse: false }).catch(() => viewer);
  return current ? failure : new AppError("UNAUTHENTICATED");
}
