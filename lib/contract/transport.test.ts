import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sendRequest } from "./transport";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Simulates a silently dead connection, which ends only when the request is aborted. */
const hang = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));

const serve = (answer: (signal: AbortSignal) => Promise<Response>) =>
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => answer(init.signal as AbortSignal));

describe("a request on a dead connection", () => {
  const noResponse = { status: 0, body: null, retryAfter: null };

  it("ends without a response instead of waiting for ever", async () => {
    serve(hang);
    const reply = sendRequest({ method: "POST", url: "/api/verification", body: "{}" });
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await reply).toEqual(noResponse);
  });

  it("ends when a file stops arriving, but not while it arrives slowly", async () => {
    let part = 0;
    serve((signal) => {
      const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        if ((part += 1) > 3) return hang(signal);
        await new Promise((resolve) => setTimeout(resolve, 30_000));
        controller.enqueue(new TextEncoder().encode("part"));
      };
      return Promise.resolve(new Response(new ReadableStream({ pull }, { highWaterMark: 0 })));
    });
    const reply = sendRequest({ method: "GET", url: "/api/me/archive", file: true });
    const isSettled = vi.fn();
    void reply.then(isSettled);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(isSettled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await reply).toEqual(noResponse);
  });

  it("is rejected when its caller aborts it", async () => {
    serve(hang);
    const abort = new AbortController();
    const reply = sendRequest({ method: "GET", url: "/api/me", signal: abort.signal });
    const failure = expect(reply).rejects.toThrow("aborted");
    abort.abort(new DOMException("aborted", "AbortError"));
    await failure;
  });
});
