import type { components } from "./api.ts";

type Failure = components["schemas"]["Failure"];

/** A call that failed: with the API's code, or with `NETWORK` if there was no response, or `UNREADABLE` if it was not the API's. */
export class SeedlineError extends Error {
  override readonly name = "SeedlineError";
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: Failure["error"] | "NETWORK" | "UNREADABLE";
  /** What is wrong with which field, such as `signatories.0.bvnNumber`. */
  readonly fields: { path: string; message: string }[];
  /** Details of some failures, such as the current state after a conflict. */
  readonly data: Record<string, unknown>;
  /** For questions to the operator of the API. */
  readonly requestId: string | null;

  constructor(
    message: string,
    code: SeedlineError["code"],
    { response, failure, cause }: { response?: Response; failure?: Partial<Failure>; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.status = response?.status ?? 0;
    this.fields = failure?.errors ?? [];
    this.data = failure?.data ?? {};
    this.requestId = response?.headers.get("x-request-id") ?? null;
  }
}

/** Returns the error of a failed response. */
export async function toError(response: Response): Promise<SeedlineError> {
  const failure = (await response.json().catch(() => null)) as Partial<Failure> | null;
  if (failure?.error && failure.message)
    return new SeedlineError(failure.message, failure.error, { response, failure });
  return new SeedlineError(`The response (${response.status}) is not from the API`, "UNREADABLE", {
    response,
  });
}
