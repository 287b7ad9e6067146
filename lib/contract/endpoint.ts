import type * as z from "zod";
import type { ErrorCode } from "@/lib/errors";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * - public: everyone; a bearer token is read if there is one
 * - user, admin, super: a bearer token of a user with these rights
 * - cookie: the refresh cookie, from our own pages only
 * - either: the handler decides (public files, or bearer token or page cookie)
 */
export type ApiAuth = "public" | "user" | "admin" | "super" | "cookie" | "either";

/** One call of the REST contract: what it takes and what it answers (product 7, ADR 3). Safe in the browser. */
export interface Endpoint {
  method: Method;
  /** With `{name}` for a variable segment, as in OpenAPI. */
  path: string;
  summary: string;
  auth: ApiAuth;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body in the document and for clients, where the handler parses it itself. */
  documentedBody?: z.ZodType;
  /** File parts of a multipart body, and whether each is required. */
  multipart?: Record<string, { required: boolean }>;
  status?: 200 | 201;
  /** The media type of an answer that is not the JSON envelope. */
  produces?: string;
  /** `data` of the envelope; null without one. */
  data?: z.ZodType;
  /** The keys beside `data` that product 7 names. */
  extra?: z.ZodObject;
  /** Failures of this call, besides those that follow from its other properties. */
  failures?: readonly ErrorCode[];
  /** The message for a failure that has none (product 8). */
  fallback?: string;
}

/** Keeps the exact type of an entry. */
export const endpoint = <const E extends Endpoint>(value: E): E => value;

type Output<S> = S extends z.ZodType ? z.output<S> : never;

/** The success envelope of a call, as clients read it. */
export type Answer<E extends Endpoint> = {
  success: true;
  data: E extends { data: infer S } ? Output<S> : null;
  message?: string;
} & (E extends { extra: infer S } ? Output<S> : unknown);
