import type * as z from "zod";
import type { ErrorCode } from "@/lib/errors";
import type { BackOfficeAccess } from "@/lib/rights";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * - public: all clients; a bearer token is read if present
 * - user: a bearer token
 * - applicant: a bearer token of a user who is not an administrator
 * - a right, `admin` or `super`: a bearer token of an administrator with this right (lib/rights.ts)
 * - cookie: the refresh cookie, same-origin requests only
 * - either: the handler decides (public files, bearer token or page cookie)
 */
export type ApiAuth = "public" | "user" | "applicant" | "cookie" | "either" | BackOfficeAccess;

/** The maximum age of a proof of identity where a fresh one is required. */
export const PROOF_MINUTES = 15;

/** Identifies a call, so that repeating it has no further effect (ADR 17). */
export const IDEMPOTENCY_HEADER = "Idempotency-Key";

/** Days as in `2026-12-01`. The sunset is at least half a year after the deprecation. */
export interface Deprecation {
  since: string;
  sunset: string;
  /** The call to use instead, as a path or in words. */
  use: string;
}

/** One call of the REST contract: its input and its response (product 7, ADR 3). Safe in the browser. */
export interface Endpoint {
  method: Method;
  /** The path as an OpenAPI template. */
  path: string;
  auth: ApiAuth;
  /** Requires a proof of identity that is at most this many minutes old (step-up). */
  proofMinutes?: number;
  /**
   * Whether a repeated call with the same Idempotency-Key gets the same response. All changes of its handler must then be one transaction,
   * which contains the response, so the handler must not catch the errors of a command. Rate limits are consumed before it (`consumeLimit`).
   */
  idempotent?: true;
  /** A change that keys of programs may make; they read without it (product 10.44). */
  keys?: true;
  /** Since when it is deprecated, from which day it may be missing, and what replaces it (product 10.48). */
  deprecated?: Deprecation;
  params?: z.ZodType;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The documented body of a call whose handler parses the body itself. */
  documentedBody?: z.ZodType;
  /** The file parts of a multipart body. */
  multipart?: Record<string, { required: boolean }>;
  status?: 200 | 201;
  /** The media type of a response that is not the JSON envelope. */
  produces?: string;
  /** The schema of the envelope's `data`; null if there is none. */
  data?: z.ZodType;
  /** The schemas of the envelope's other keys (product 7). */
  extra?: z.ZodObject;
  /** The error codes of this call, besides those implied by its other properties. */
  failures?: readonly ErrorCode[];
  /** The message for an error response without one (product 8). */
  fallback?: string;
}

type Details = Omit<Endpoint, "method" | "path" | "auth">;

/** Returns an entry with its literal types, from which the types of handlers and the client are inferred. */
export const endpoint = <const M extends Method, const A extends ApiAuth, const D extends Details>(
  method: M,
  path: string,
  auth: A,
  details: D,
) => ({ method, path, auth, ...details });

type Output<S> = S extends z.ZodType ? z.output<S> : never;

/** The success envelope of a call. */
export type Answer<E extends Endpoint> = {
  success: true;
  data: E extends { data: infer S } ? Output<S> : null;
  message?: string;
} & (E extends { extra: infer S } ? Output<S> : unknown);
