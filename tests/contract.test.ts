import { describe, expect, it } from "vitest";
import { requireContract, type Exchange } from "./support/contract";

/** Proves that the contract check of the API tests can fail. */
const health: Exchange = {
  method: "GET",
  path: "/api/health",
  status: 200,
  answer: { success: true, data: { status: "ok" } },
};
const newCode: Exchange = {
  method: "POST",
  path: "/api/auth/resend-code",
  body: { email: "ada@test.example" },
  status: 200,
  answer: { success: true, data: null },
};
const deletion: Exchange = {
  method: "DELETE",
  path: "/api/admin/users/01900000-0000-7000-8000-000000000000?reason=fraud",
  status: 200,
  answer: { success: true, data: null },
};
const failure = (error: string) => ({ success: false, message: "Not now", error });

describe("the OpenAPI document", () => {
  it.each<Exchange>([
    health,
    newCode,
    deletion,
    { ...health, status: 503, answer: failure("UNAVAILABLE") },
    { ...newCode, body: { email: "ada@test.example", unknownKey: 1 } },
    { ...newCode, body: 5, status: 400, answer: failure("BAD_REQUEST") },
    { ...health, path: "/api/nothing", status: 404, answer: failure("NOT_FOUND") },
  ])("allows $method $path $body $status $answer", (exchange) => requireContract(exchange));

  it.each<[string, Exchange]>([
    ["this call is not documented", { ...health, path: "/api/nothing" }],
    ["this call is not documented", { ...health, method: "PATCH" }],
    ["this status is not documented", { ...health, status: 201 }],
    ["this status is not documented", { ...health, status: 404, answer: failure("NOT_FOUND") }],
    ["not as documented", { ...health, answer: { ...(health.answer as object), secret: 1 } }],
    ["not as documented", { ...health, answer: { success: true, data: { status: "ok", secret: 1 } } }],
    ["not as documented", { ...health, answer: { success: true, data: {} } }],
    ["not as documented", { ...health, status: 503, answer: failure("EMAIL_TAKEN") }],
    ["not as documented", { ...health, status: 503, answer: { ...failure("UNAVAILABLE"), secret: 1 } }],
    ["accepted what the document calls invalid", { ...newCode, body: { email: 5 } }],
    ["accepted what the document calls invalid", { ...newCode, body: " " }],
    ["accepted what the document calls invalid", { ...deletion, path: `${deletion.path}s` }],
  ])("refuses: %s (%j)", (what, exchange) => {
    expect(() => requireContract(exchange)).toThrow(what);
  });
});
