import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
} from "openapi-fetch";
import type { paths } from "./api.ts";
import { SeedlineError, toError } from "./error.ts";
import { idempotentCalls } from "./idempotent-calls.ts";
import { withRetries, type RetryOptions } from "./retry.ts";
import { Session, type PersonOptions } from "./session.ts";

export type { components, paths } from "./api.ts";
export { SeedlineError };

/** With the key of a program, as a person, or for the calls that need neither. */
export type SeedlineOptions = RetryOptions & {
  /** The address of the site, such as `https://seedline.example`. */
  baseUrl: string;
  /** Sends a request; the global fetch by default. */
  fetch?: (request: Request) => Promise<Response>;
} & (
    | { key: string; email?: undefined }
    | (PersonOptions & { key?: undefined })
    | { key?: undefined; email?: undefined }
  );

type Method = "get" | "post" | "put" | "patch" | "delete";
type PathWith<M extends Method> = ClientPathsWithMethod<Client<paths>, M>;
type Init<Path extends keyof paths, M extends Method> = MaybeOptionalInit<paths[Path], M>;
/** The argument may be left out if nothing in it is required. */
type Arguments<Expected, I> = undefined extends Expected ? [init?: I] : [init: I];
type Answer<Path extends keyof paths, M extends Method, I> = NonNullable<
  FetchResponse<paths[Path][M] & Record<string, unknown>, I, `${string}/${string}`>["data"]
>;
type Call<M extends Method> = <Path extends PathWith<M>, I extends Init<Path, M>>(
  path: Path,
  ...init: Arguments<Init<Path, M>, I>
) => Promise<Answer<Path, M, I>>;

/** The lists: calls whose data is an array. */
type Lists = {
  [Path in PathWith<"get">]: Answer<Path, "get", unknown> extends { data: readonly unknown[] } ? Path : never;
}[PathWith<"get">];
type Item<Path extends Lists> =
  Answer<Path, "get", unknown> extends { data: readonly (infer T)[] } ? T : never;

export interface Seedline {
  get: Call<"get">;
  post: Call<"post">;
  put: Call<"put">;
  patch: Call<"patch">;
  delete: Call<"delete">;
  /** Iterates over all items of a list, and loads page after page. Start elsewhere with `page` or `after`. */
  all<Path extends Lists, I extends Init<Path, "get">>(
    path: Path,
    ...init: Arguments<Init<Path, "get">, I>
  ): AsyncGenerator<Item<Path>, void>;
}

interface Page {
  data: unknown[];
  pagination?: { page: number; pages: number };
  next?: string | null;
  hasMore?: boolean;
}

/** Returns the query for the page after one; null after the last. */
function nextQuery({ pagination, next, hasMore }: Page): Record<string, unknown> | null {
  if (pagination) return pagination.page < pagination.pages ? { page: pagination.page + 1 } : null;
  return next && hasMore !== false ? { after: next } : null;
}

/** Returns a client. Its calls resolve to the answer of the API, and reject with a SeedlineError. */
export function createSeedline(options: SeedlineOptions): Seedline {
  if (options.key === "") throw new TypeError("The key is empty");
  const baseUrl = options.baseUrl.replace(/\/$/, "");
  const fetchOnce = options.fetch ?? ((request: Request) => fetch(request));
  const send = withRetries(fetchOnce, options);
  const session = options.email === undefined ? null : new Session(baseUrl, options, send);
  const client = createClient<Record<string, Record<Method, unknown>>>({
    baseUrl,
    bodySerializer: serializeBody,
    querySerializer: { array: { style: "form", explode: false } },
    fetch: async (request) => {
      if (!session) return send(request);
      const token = await session.accessToken();
      const response = await send(withBearer(request.clone(), token.value));
      if (response.status !== 401) return response;
      await response.body?.cancel();
      const next = await session.accessToken(token);
      return send(withBearer(request, next.value));
    },
  });
  client.use({
    onRequest({ request, schemaPath }) {
      if (options.key !== undefined) withBearer(request, options.key);
      const isIdempotent = idempotentCalls.has(`${request.method} ${schemaPath}`);
      if (isIdempotent && !request.headers.has("idempotency-key"))
        request.headers.set("idempotency-key", crypto.randomUUID());
      return request;
    },
    async onResponse({ response }) {
      if (!response.ok) throw await toError(response);
    },
  });

  const call =
    (method: Method) =>
    async (path: string, init: Record<string, unknown> = {}): Promise<unknown> =>
      (await client.request(method, path, init)).data;
  const get = call("get");

  async function* all(
    path: string,
    init: { params?: { query?: object } } = {},
  ): AsyncGenerator<unknown, void> {
    let query: object | null = { ...init.params?.query };
    while (query) {
      const page = (await get(path, { ...init, params: { ...init.params, query } })) as Page;
      yield* page.data;
      const next = nextQuery(page);
      query = next && { ...query, ...next };
    }
  }

  const untyped = {
    get,
    post: call("post"),
    put: call("put"),
    patch: call("patch"),
    delete: call("delete"),
    all,
  };
  return untyped as unknown as Seedline;
}

/** A body with files is a form; any other is JSON. */
function serializeBody(body: unknown): string | FormData {
  const parts = Object.entries(body as Record<string, string | Blob | undefined>);
  if (!parts.some(([, part]) => part instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, part] of parts) if (part !== undefined) form.append(name, part as Blob);
  return form;
}

function withBearer(request: Request, token: string): Request {
  request.headers.set("authorization", `Bearer ${token}`);
  return request;
}
