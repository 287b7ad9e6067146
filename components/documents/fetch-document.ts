import { ApiError, toApiError } from "@/lib/contract/client";

/** A stored document. The page's cookie opens it, so no bearer is needed. */
export async function fetchDocument(url: string, signal?: AbortSignal): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: "include", ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw toApiError(error);
  }
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    throw new ApiError(response.status, null, "", [], body).withFallback("The document could not be loaded");
  }
  return response.blob();
}
