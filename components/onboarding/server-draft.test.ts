import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/contract/client";
import { partName } from "@/lib/onboarding/forms/document-rules";
import { conflictOf, draftBody, loadServerDraft, NEVER, stepOfDraft } from "./server-draft";

describe("the draft's body", () => {
  it("contains the step and the device", () => {
    const body = draftBody({ firstName: "Ada" }, 2);
    expect(body).toMatchObject({ firstName: "Ada", _device: expect.stringMatching(/^\w+$/) as string });
    expect(stepOfDraft({ values: body })).toBe(2);
    expect(stepOfDraft({ values: { _step: "2" } })).toBe(0);
    expect(stepOfDraft({ values: {} })).toBe(0);
  });
});

describe("the draft of the server", () => {
  const serve = (status: number, body: string) =>
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
  afterEach(() => vi.unstubAllGlobals());

  it("is absent only if the server says so, because another one may be overwritten then", async () => {
    serve(200, JSON.stringify({ success: true, data: null }));
    expect(await loadServerDraft()).toBeNull();
    serve(403, JSON.stringify({ success: false, message: "Choose a profile first", error: "FORBIDDEN" }));
    expect(await loadServerDraft()).toBeNull();
    serve(403, "Blocked");
    await expect(loadServerDraft()).rejects.toMatchObject({ status: 403 });
    serve(400, JSON.stringify({ success: false, message: "Too late", error: "BAD_REQUEST" }));
    await expect(loadServerDraft()).rejects.toMatchObject({ status: 400 });
  });
});

describe("a rejected draft", () => {
  it("contains the time at which another device saved", () => {
    const refused = (code: string, body: unknown) => new ApiError(409, code, "", [], body);
    expect(conflictOf(refused("DRAFT_CHANGED", { data: { savedAt: "2026" } }))).toBe("2026");
    expect(conflictOf(refused("DRAFT_CHANGED", null))).toBe(NEVER);
    expect(conflictOf(refused("ALREADY_SUBMITTED", null))).toBeNull();
    expect(conflictOf(new Error("no line"))).toBeNull();
  });
});

describe("the part name of a document", () => {
  it("follows the contract", () => {
    expect(partName("passportPhoto")).toBe("passportPhoto");
    expect(partName("signatories.12.idDocument")).toBe("signatories[12][idDocument]");
  });
});
