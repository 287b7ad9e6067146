import NextAuth from "next-auth";
import { NextRequest } from "next/server";
import { toErrorResponse, toAppError } from "@/lib/http/failure";
import { readText } from "@/lib/http/route";
import { authOptions, nextAuthActions } from "@/lib/http/next-auth";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

/**
 * Serves the paths of next-auth, for the page cookie; unknown paths return the error envelope. Bodies are read here first, because
 * next-auth does not limit their size (threat 23, 24).
 */
type Context = { params: Promise<{ nextauth: string[] }> };

const MAX_BODY = 16 * 1024;

async function handle(request: NextRequest, context: Context): Promise<Response> {
  try {
    const [action = ""] = (await context.params).nextauth;
    const methods = nextAuthActions[action];
    if (!methods) throw new AppError("NOT_FOUND", "This API call does not exist");
    if (!methods.includes(request.method)) {
      const response = toErrorResponse(new AppError("METHOD_NOT_ALLOWED"));
      response.headers.set("allow", methods.join(", "));
      return response;
    }
    if (hasMalformedCallback(request)) return malformedCallback();
    const body = request.body ? await readText(request.body, MAX_BODY) : "";
    const type = request.headers.get("content-type") ?? "";
    if (body && type.includes("json")) {
      try {
        JSON.parse(body);
      } catch {
        throw new AppError("BAD_REQUEST", "The body is not valid JSON");
      }
    }
    const bounded = new NextRequest(request.url, {
      method: request.method,
      headers: request.headers,
      ...(body ? { body } : {}),
    });
    let failure: AppError | undefined;
    const options = authOptions(request.headers, (error) => (failure = error));
    const response = await (NextAuth as unknown as NextAuthHandler)(bounded, context, options);
    return failure ? toErrorResponse(failure) : response;
  } catch (error) {
    return toErrorResponse(toAppError(error));
  }
}

const callbackCookies = ["next-auth.callback-url", "__Secure-next-auth.callback-url"];

/** Whether next-auth accepts the value as a callback URL. */
const isCallbackUrl = (value: string): boolean =>
  URL.canParse(value, value.startsWith("/") ? env.APP_URL : undefined) && /^(?:\/|https?:)/i.test(value);

/** next-auth responds with 500 to a malformed callback URL, in the query or its cookie (threat 66). */
const hasMalformedCallback = ({ cookies, nextUrl }: NextRequest): boolean =>
  [nextUrl.searchParams.get("callbackUrl"), ...callbackCookies.map((name) => cookies.get(name)?.value)].some(
    (value) => value && !isCallbackUrl(value),
  );

/** Responds with 400 and removes the cookie, which the browser would otherwise send with every request. */
function malformedCallback(): Response {
  const response = toErrorResponse(new AppError("BAD_REQUEST", "The callback URL is not valid"));
  for (const name of callbackCookies)
    response.headers.append(
      "set-cookie",
      `${name}=; Path=/; Max-Age=0${name.startsWith("__Secure-") ? "; Secure" : ""}`,
    );
  return response;
}

type NextAuthHandler = (request: NextRequest, context: Context, options: unknown) => Promise<Response>;

export {
  handle as GET,
  handle as POST,
  handle as PUT,
  handle as PATCH,
  handle as DELETE,
  handle as HEAD,
  handle as OPTIONS,
};
