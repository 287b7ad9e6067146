import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError, onSessionExpired, refreshSession, token } from "./client";

type Call = { method: string; url: string; bearer: string | null };
let calls: Call[];

function serve(handler: (call: Call) => { status: number; body?: unknown } | Promise<never>) {
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit) => {
      const call = {
        method: init.method ?? "GET",
        url,
        bearer: new Headers(init.headers).get("Authorization"),
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
const expiring = (call: Call) =>
  call.url === "/api/auth/refresh"
    ? { status: 200, body: { success: true, accessToken: "new" } }
    : call.bearer === "Bearer new"
      ? { status: 200, body: { success: true, data: call.url } }
      : {
          status: 401,
          body: { success: false, message: "Please log in to continue", error: "UNAUTHENTICATED" },
        };

describe("the one retry after a 401", () => {
  it("refreshes and repeats the call with the new token", async () => {
    serve(expiring);
    await expect(api.get("/auth/me")).resolves.toMatchObject({ data: "/api/auth/me" });
    expect(calls.map((call) => call.bearer)).toEqual(["Bearer old", "Bearer old", "Bearer new"]);
    expect(token.get()).toBe("new");
  });

  it("refreshes once for many calls at the same time", async () => {
    serve(expiring);
    await Promise.all(Array.from({ length: 20 }, (_, index) => api.get(`/thing/${index}`)));
    expect(refreshes()).toBe(1);
  });

  it("gives up after one retry", async () => {
    serve((call) =>
      call.url === "/api/auth/refresh" ? expiring(call) : { status: 401, body: { success: false } },
    );
    await expect(api.get("/auth/me")).rejects.toMatchObject({ status: 401 });
    expect(refreshes()).toBe(1);
    expect(calls).toHaveLength(3);
  });

  it("never refreshes for login", async () => {
    serve(() => ({ status: 401, body: { success: false, message: "Invalid email or password" } }));
    await expect(api.post("/auth/login", {})).rejects.toMatchObject({ message: "Invalid email or password" });
    expect(calls).toHaveLength(1);
  });
});

describe("a refresh that fails", () => {
  it("ends the session when it is refused", async () => {
    const lost = vi.fn();
    const stop = onSessionExpired(lost);
    serve(() => ({ status: 401, body: { success: false } }));
    await expect(api.get("/auth/me")).rejects.toBeInstanceOf(ApiError);
    expect(lost).toHaveBeenCalledOnce();
    expect(token.get()).toBeNull();
    stop();
  });

  it("keeps the session when the line or the server is down", async () => {
    const lost = vi.fn();
    const stop = onSessionExpired(lost);
    serve((call) => (call.url === "/api/auth/refresh" ? { status: 503 } : { status: 401 }));
    await expect(api.get("/auth/me")).rejects.toMatchObject({ status: 503 });
    serve(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(refreshSession()).rejects.toMatchObject({ status: 0 });
    expect(lost).not.toHaveBeenCalled();
    expect(token.get()).toBe("old");
    stop();
  });
});

describe("failures", () => {
  it("carry the status, the code, the words and the fields", async () => {
    serve(() => ({
      status: 422,
      body: {
        success: false,
        error: "VALIDATION_FAILED",
        message: "NIN must be 11 digits",
        errors: [{ path: "ninNumber", message: "NIN must be 11 digits" }],
      },
    }));
    await expect(api.post("/verification", {})).rejects.toMatchObject({
      status: 422,
      code: "VALIDATION_FAILED",
      message: "NIN must be 11 digits",
      fieldErrors: [{ path: "ninNumber", message: "NIN must be 11 digits" }],
    });
  });

  it("take a page that is not our envelope for a failure", async () => {
    vi.stubGlobal("fetch", async () => new Response("<html>Log in to the airport</html>", { status: 200 }));
    await expect(api.get("/carousel")).rejects.toMatchObject({ message: "An unexpected error occurred" });
  });

  it("say the fallback only where the server said nothing", () => {
    const silent = new ApiError(401, null, "An unexpected error occurred", [], {});
    expect(silent.withFallback("Invalid email or password").message).toBe("Invalid email or password");
    const spoken = new ApiError(429, "RATE_LIMITED", "", [], { message: "Too many attempts" });
    expect(spoken.withFallback("Invalid email or password").message).toBe("Too many attempts");
  });
});
