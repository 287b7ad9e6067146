import { describe, expect, it } from "vitest";
import { extractFieldErrors, extractMessage, fallbacks, NETWORK_ERROR } from "./messages";

describe("the message of a failed call", () => {
  const body = {
    message: "From message",
    error: "FROM_ERROR",
    errors: [{ path: "email", message: "From errors" }],
  };

  it("is the message of the response", () => {
    expect(extractMessage({ body, transport: "Transport" }, "Fallback")).toBe("From message");
  });
  it("is the error of the response if there is no message", () => {
    expect(extractMessage({ body: { ...body, message: undefined }, transport: "Transport" })).toBe(
      "FROM_ERROR",
    );
    expect(extractMessage({ body: { ...body, message: "   " } })).toBe("FROM_ERROR");
  });
  it("is the first entry of errors, as text or as an object, if there is no error", () => {
    expect(extractMessage({ body: { errors: body.errors }, transport: "Transport" })).toBe("From errors");
    expect(extractMessage({ body: { errors: ["Plain text", "Second"] } })).toBe("Plain text");
    expect(extractMessage({ body: { errors: [null, {}, { message: "Third" }] } })).toBe("Third");
  });
  it("is the message of the transport if the response has none", () => {
    expect(extractMessage({ transport: NETWORK_ERROR }, fallbacks.login)).toBe(NETWORK_ERROR);
    expect(extractMessage({ body: {}, transport: NETWORK_ERROR })).toBe(NETWORK_ERROR);
  });
  it("is the fallback otherwise", () => {
    expect(extractMessage({ body: {} }, fallbacks.login)).toBe("Invalid email or password");
    expect(extractMessage({})).toBe("An unexpected error occurred");
    for (const nonsense of [null, 7, "text", [], { message: 4, error: {}, errors: "no" }]) {
      expect(extractMessage({ body: nonsense })).toBe("An unexpected error occurred");
    }
  });
});

describe("field errors", () => {
  it("omit malformed entries", () => {
    expect(
      extractFieldErrors({ errors: [{ path: "a.0.b", message: "Bad" }, { path: "x" }, "text", null] }),
    ).toEqual([{ path: "a.0.b", message: "Bad" }]);
    expect(extractFieldErrors("<html>")).toEqual([]);
  });
});
