import "server-only";
import { cookies, headers } from "next/headers";
import type * as z from "zod";
import { pageCookie, readPageViewer } from "@/lib/auth/cookies";
import type { Viewer } from "@/lib/viewer";
import { clientOf, type Client } from "@/lib/client-info";
import { AppError, type ErrorCode, type FieldError } from "@/lib/errors";
import { describeError, log } from "@/lib/log";
import { checkAccess } from "@/lib/routes/policy";
import { toViewerError } from "./failure";
import { requireRenderedFor } from "./rendered-for";
import { parseBody } from "./route";

/** The result of a server action. Failures contain no more details than the API's error envelope. */
export type Outcome<T> =
  | { ok: true; data: T }
  | { ok: false; error: ErrorCode; message: string; errors?: FieldError[] };

/** `userId` is the user for whom the page was rendered. */
export type ServerAction<Input, T> = (input: Input, userId?: string | null) => Promise<Outcome<T>>;

export interface ActionCall<S extends z.ZodType> {
  viewer: Viewer;
  client: Client;
  input: z.output<S>;
}

/**
 * Wraps a server action of the page at `path`, as `route` wraps an API call: reads the session from the page cookie, applies the page's
 * route guard, validates the input and returns failures as code and message. The page sends the user for whom it was rendered, as in
 * `USER_HEADER`. Cross-origin requests are rejected by Next.js's Origin check and the cookie's SameSite attribute (threat 16, 21).
 */
export function action<S extends z.ZodType, T>(
  { path, input: schema }: { path: string; input: S },
  act: (call: ActionCall<S>) => Promise<T>,
): ServerAction<z.input<S>, T> {
  return async (input, userId) => {
    let viewer: Viewer | null = null;
    try {
      viewer = await readPageViewer((await cookies()).get(pageCookie())?.value, true);
      if (!viewer) throw new AppError("UNAUTHENTICATED");
      requireRenderedFor(viewer, userId);
      if (!checkAccess(viewer, path).allow) throw new AppError("FORBIDDEN");
      const call = { viewer, client: clientOf(await headers()), input: parseBody(schema, input) };
      return { ok: true, data: await act(call) };
    } catch (error) {
      const { code, message, status, details } = await toViewerError(error, viewer);
      if (status >= 500) log.error({ event: "action.failed", route: path, ...describeError(error) });
      return { ok: false, error: code, message, errors: details.errors };
    }
  };
}
