import { describe, expect, it } from "vitest";
import { extractFieldErrors, extractMessage, fallbacks, NETWORK_ERROR } from "./messages";

describe("the message of a failed call", () => {
  const body = {
    message: "From message",
    error: "FROM_ERROR",
    errors: [{ path: "email", message: "From errors" }],
  };

  it("is the response's message first", () => {
    expect(extractMessage({ body, transport: "Transport" }, "Fallback")).toBe("From message");
  });
  it("then its error", () => {
    expect(extractMessage({ body: { ...body, message: undefined }, transport: "Transport" })).toBe(
      "FROM_ERROR",
    );
    expect(extractMessage({ body: { ...body, message: "   " } })).toBe("FROM_ERROR");
  });
  it("then the first entry of its errors, written either way", () => {
    expect(extractMessage({ body: { errors: body.errors }, transport: "Transport" })).toBe("From errors");
    expect(extractMessage({ body: { errors: ["Plain text", "Second"] } })).toBe("Plain text");
    expect(extractMessage({ body: { errors: [null, {}, { message: "Third" }] } })).toBe("Third");
  });
  it("then the network error", () => {
    expect(extractMessage({ transport: NETWORK_ERROR }, fallbacks.login)).toBe(NETWORK_ERROR);
    expect(extractMessage({ body: {}, transport: NETWORK_ERROR })).toBe(NETWORK_ERROR);
  });
  it("otherwise the fallback", () => {
    expect(extractMessage({ body: {} }, fallbacks.login)).toBe("Invalid email or password");
    expect(extractMessage({})).toBe("An unexpected error occurred");
    for (const nonsense of [null, 7, "text", [], { message: 4, error: {}, errors: "no" }]) {
      expect(extractMessage({ body: nonsense })).toBe("An unexpected error occurred");
    }
  });
});

describe("field errors", () => {
  it("returns well-formed entries only", () => {
    expect(
      extractFieldErrors({ errors: [{ path: "a.0.b", message: "Bad" }, { path: "x" }, "text", null] }),
    ).toEqual([{ path: "a.0.b", message: "Bad" }]);
    expect(extractFieldErrors("<html>")).toEqual([]);
  });
});
