import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { auth } from "@/lib/auth/api";
import { endpoint } from "@/lib/endpoint";
import { onboarding } from "@/lib/onboarding/api";
import { ApiError, call, onSessionExpired, onStepUpRequired, refreshSession, token } from "./client";
import { pageUser } from "./page-user";

/** A call that returns its own path. */
const echo = endpoint("GET", "/api/echo/{name}", "user", {
  params: z.object({ name: z.string() }),
  query: z.object({ q: z.string().optional(), page: z.number().optional(), all: z.boolean().optional() }),
  data: z.string(),
});
const get = (name = "one") => call(echo, { params: { name } });

type Sent = { method: string; url: string; bearer: string | null; user: string | null; key: string | null };
let calls: Sent[];

function serve(handler: (call: Sent) => { status: number; body?: unknown } | Promise<never>) {
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      const call = {
        method: init.method ?? "GET",
        url,
        bearer: headers.get("Authorization"),
        user: headers.get("X-User-Id"),
        key: headers.get("Idempotency-Key"),
      };
      calls.push(call);
      const reply = await handler(call);
      return new Response(JSON.stringify(reply.body ?? { success: true, data: null }), {
        status: reply.status,
      });
    }),
  );
}

beforeEach(() => {
  calls = [];
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
  token.set("old");
});
afterEach(() => vi.unstubAllGlobals());

const refreshes = () => calls.filter((call) => call.url === "/api/auth/refresh").length;
const expiring = (call: Sent) =>
  call.url === "/api/auth/refresh"
    ? { status: 200, body: { success: true, accessToken: "new" } }
    : call.bearer === "Bearer new"
      ? { status: 200, body: { success: true, data: call.url } }
      : {
          status: 401,
          body: { success: false, message: "Please log in to continue", error: "UNAUTHENTICATED" },
        };

describe("the retry after a 401", () => {
  it("refreshes and repeats the call with the new token", async () => {
    serve(expiring);
    await expect(get()).resolves.toMatchObject({ data: "/api/echo/one" });
    expect(calls.map((call) => call.bearer)).toEqual(["Bearer old", "Bearer old", "Bearer new"]);
    expect(token.get()).toBe("new");
  });

  it("refreshes once for concurrent calls", async () => {
    serve(expiring);
    await Promise.all(Array.from({ length: 20 }, (_, index) => get(`${index}`)));
    expect(refreshes()).toBe(1);
  });

  it("is not needed by a call made while the page's first token is requested", async () => {
    token.clear();
    pageUser.set("ada");
    serve(expiring);
    const answer = get();
    await refreshSession();
    await expect(answer).resolves.toMatchObject({ data: "/api/echo/one" });
    expect(calls.map(({ url, bearer }) => [url, bearer])).toEqual([
      ["/api/auth/refresh", null],
      ["/api/echo/one", "Bearer new"],
    ]);
    pageUser.set(null);
  });

  it("gives up after one retry", async () => {
    serve((call) =>
      call.url === "/api/auth/refresh" ? expiring(call) : { status: 401, body: { success: false } },
    );
    await expect(get()).rejects.toMatchObject({ status: 401 });
    expect(refreshes()).toBe(1);
    expect(calls).toHaveLength(3);
  });

  it("never refreshes for login", async () => {
    serve(() => ({ status: 401, body: { success: false, message: "Invalid email or password" } }));
    await expect(call(auth.login, { body: { email: "a@b.example", password: "x" } })).rejects.toMatchObject({
      message: "Invalid email or password",
    });
    expect(calls).toHaveLength(1);
  });
});

describe("a refresh that fails", () => {
  it("ends the session when it is rejected", async () => {
    const lost = vi.fn();
    const stop = onSessionExpired(lost);
    serve(() => ({ status: 401, body: { success: false, error: "UNAUTHENTICATED" } }));
    await expect(get()).rejects.toBeInstanceOf(ApiError);
    expect(lost).toHaveBeenCalledOnce();
    expect(token.get()).toBeNull();
    stop();
  });

  it("retains the session after a proxy's own 403", async () => {
    const lost = vi.fn();
    const stop = onSessionExpired(lost);
    serve((call) => ({ status: call.url === "/api/auth/refresh" ? 403 : 401, body: "Blocked" }));
    await expect(get()).rejects.toMatchObject({ status: 403 });
    expect(lost).not.toHaveBeenCalled();
    expect(token.get()).toBe("old");
    stop();
  });

  it("retains the session after network errors and 503", async () => {
    const lost = vi.fn();
    const stop = onSessionExpired(lost);
    serve((call) => (call.url === "/api/auth/refresh" ? { status: 503 } : { status: 401 }));
    await expect(get()).rejects.toMatchObject({ status: 503 });
    serve(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(refreshSession()).rejects.toMatchObject({ status: 0 });
    expect(lost).not.toHaveBeenCalled();
    expect(token.get()).toBe("old");
    stop();
  });
});

describe("the user of the page", () => {
  afterEach(() => pageUser.set(null));

  it("is sent with each call, also again after a refresh, and not with a refresh or login", async () => {
    pageUser.set("ada");
    serve(expiring);
    await get();
    expect(calls.map(({ url, user }) => [url, user])).toEqual([
      ["/api/echo/one", "ada"],
      ["/api/auth/refresh", null],
      ["/api/echo/one", "ada"],
    ]);
    calls = [];
    await call(auth.login, { body: { email: "a@b.example", password: "x" } }).catch(() => undefined);
    await call(echo, { params: { name: "later" }, user: "bola" });
    await call(echo, { params: { name: "anyone" }, user: null });
    expect(calls.map(({ user }) => user)).toEqual([null, "bola", null]);
  });

  it("is reported as another one if the server refuses a call for that, and stays logged in", async () => {
    const other = vi.fn();
    const stop = pageUser.onOther(other);
    serve((sent) =>
      sent.url === "/api/auth/refresh"
        ? { status: 200, body: { success: true, accessToken: "of the cookie" } }
        : { status: 409, body: { success: false, error: "OTHER_USER", message: "No" } },
    );
    for (const _ of [1, 2]) await expect(get()).rejects.toMatchObject({ status: 409, code: "OTHER_USER" });
    expect(other).toHaveBeenCalledTimes(2);
    expect(token.get()).toBe("of the cookie");
    expect(refreshes()).toBe(1);
    stop();
  });

  it("may be logged in although the token is another user's: the cookie decides", async () => {
    const other = vi.fn();
    const stop = pageUser.onOther(other);
    pageUser.set("ada");
    serve((sent) =>
      sent.url !== "/api/auth/refresh" && sent.bearer === "Bearer old"
        ? { status: 409, body: { success: false, error: "OTHER_USER", message: "No" } }
        : expiring(sent),
    );
    await expect(get()).resolves.toMatchObject({ data: "/api/echo/one" });
    expect(other).not.toHaveBeenCalled();
    stop();
  });
});

describe("a call", () => {
  it("fills in its path and query; empty and false values are not sent", async () => {
    serve((sent) => ({ status: 200, body: { success: true, data: sent.url } }));
    const { data } = await call(echo, {
      params: { name: "a/b c" },
      query: { q: " x&y ", page: 2, all: false },
    });
    expect(data).toBe("/api/echo/a%2Fb%20c?q=x%26y&page=2");
    expect((await call(echo, { params: { name: "x" }, query: { q: "" } })).data).toBe("/api/echo/x");
  });

  it("rejects a response that differs from the contract", async () => {
    serve(() => ({ status: 200, body: { success: true, data: 1 } }));
    await expect(get()).rejects.toMatchObject({ status: 200, message: "An unexpected error occurred" });
  });
});

describe("a call that creates something", () => {
  const make = endpoint("POST", "/api/make", "user", {
    idempotent: true,
    body: z.object({ name: z.string() }),
    data: z.string(),
  });
  const send = (name: string) => call(make, { body: { name } });
  const made = { status: 201, body: { success: true, data: "made" } };
  const keys = () => calls.filter(({ url }) => url === "/api/make").map(({ key }) => key);

  it("has a key of its own each time, and other calls have none", async () => {
    serve(() => made);
    await send("one");
    await send("one");
    await get();
    expect(new Set(keys()).size).toBe(2);
    expect(keys()[0]).toMatch(/^[\da-f]{32}$/);
    expect(calls.at(-1)).toMatchObject({ url: "/api/echo/one", key: null });
  });

  it("has the same key after a refresh of the session", async () => {
    serve((sent) => (sent.url === "/api/make" && sent.bearer === "Bearer new" ? made : expiring(sent)));
    await send("refreshed");
    expect(keys()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
  });

  it("is sent once more with its key if the answer is lost", async () => {
    serve(() => (calls.length === 1 ? Promise.reject(new TypeError("Failed to fetch")) : made));
    await expect(send("lost")).resolves.toMatchObject({ data: "made" });
    expect(keys()).toEqual([keys()[0], keys()[0]]);
  });

  it("has the same key when it is made again after no answer came, until one comes", async () => {
    serve(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(send("again")).rejects.toMatchObject({ status: 0 });
    serve(() => ({ status: 503, body: { success: false, error: "UNAVAILABLE", message: "Busy" } }));
    await expect(send("again")).rejects.toMatchObject({ status: 503 });
    vi.stubGlobal("fetch", async () => new Response("<html>Log in to the airport</html>", { status: 200 }));
    await expect(send("again")).rejects.toMatchObject({ status: 200 });
    serve(() => made);
    await send("again");
    expect(keys()).toHaveLength(4);
    expect(new Set(keys()).size).toBe(1);
    await send("another");
    await send("again");
    expect(new Set(keys()).size).toBe(3);
  });

  it("has a new key after it was refused", async () => {
    serve(() => ({ status: 409, body: { success: false, error: "CONFLICT", message: "Full" } }));
    for (const _ of [1, 2]) await expect(send("refused")).rejects.toMatchObject({ status: 409 });
    expect(new Set(keys()).size).toBe(2);
  });

  it("has one key for a double click", async () => {
    serve(() => made);
    await Promise.all([send("double"), send("double")]);
    expect(new Set(keys()).size).toBe(1);
  });
});

describe("failures", () => {
  it("have status, code, message and field errors", async () => {
    serve(() => ({
      status: 422,
      body: {
        success: false,
        error: "VALIDATION_FAILED",
        message: "NIN must be 11 digits",
        errors: [{ path: "ninNumber", message: "NIN must be 11 digits" }],
      },
    }));
    await expect(call(onboarding.submitVerification, { body: {} })).rejects.toMatchObject({
      status: 422,
      code: "VALIDATION_FAILED",
      message: "NIN must be 11 digits",
      fieldErrors: [{ path: "ninNumber", message: "NIN must be 11 digits" }],
    });
  });

  it("include a 200 without the envelope", async () => {
    vi.stubGlobal("fetch", async () => new Response("<html>Log in to the airport</html>", { status: 200 }));
    await expect(get()).rejects.toMatchObject({ message: "An unexpected error occurred" });
  });

  it("have the fallback message only if the server sent none", () => {
    const silent = new ApiError(401, null, "An unexpected error occurred", [], {});
    expect(silent.withFallback("Invalid email or password").message).toBe("Invalid email or password");
    const spoken = new ApiError(429, "RATE_LIMITED", "", [], { message: "Too many attempts" });
    expect(spoken.withFallback("Invalid email or password").message).toBe("Too many attempts");
  });
});

describe("a proof of identity", () => {
  it("is asked for once by calls that need it at the same time, and all of them continue", async () => {
    let isProved = false;
    serve(({ url }) =>
      isProved
        ? { status: 200, body: { success: true, data: url } }
        : { status: 403, body: { success: false, message: "Confirm", error: "STEP_UP_REQUIRED" } },
    );
    let answer = (_: boolean) => {};
    const ask = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
    const stop = onStepUpRequired(ask);
    const both = Promise.all([get("one"), get("two")]);
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    await vi.waitFor(() => expect(ask).toHaveBeenCalled());
    isProved = true;
    answer(true);
    expect((await both).map(({ data }) => data)).toEqual(["/api/echo/one", "/api/echo/two"]);
    expect(ask).toHaveBeenCalledTimes(1);
    stop();
  });
});

describe("calls that no person has just caused", () => {
  it("say so", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const marks: (string | null)[] = [];
    vi.stubGlobal(
      "fetch",
      vi.fn((_: string, init: RequestInit) => {
        marks.push(new Headers(init.headers).get("x-background"));
        return Promise.resolve(new Response(JSON.stringify({ success: true, data: "one" })));
      }),
    );
    vi.setSystemTime(Date.now() + 120_000);
    await get();
    vi.useRealTimers();
    await get();
    expect(marks).toEqual(["1", null]);
  });
});
