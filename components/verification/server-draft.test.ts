import { describe, expect, it } from "vitest";
import { fromRejectedSubmission } from "@/components/forms/documents";
import { draftBody, mergeUserEdits, originOf, partName } from "./server-draft";

describe("the draft's body", () => {
  it("carries the step and the device, and the old number until the new one is complete", () => {
    const answers = { firstName: "Ada", signatories: [{ bvnNumber: "123" }] };
    const body = draftBody(answers, new Map([["signatories.0.bvnNumber", "•••••••8901"]]), 2);
    expect(body).toMatchObject({ firstName: "Ada", signatories: [{ bvnNumber: "•••••••8901" }] });
    expect(answers.signatories[0]!.bvnNumber).toBe("123");
    expect(originOf({ values: body, savedAt: "x" })).toEqual({ device: "this", savedAt: "x", step: 2 });
    expect(originOf({ values: { _device: "another", _step: "2" }, savedAt: "x" })).toEqual({
      device: "other",
      savedAt: "x",
      step: 0,
    });
  });
});

describe("the name of a document's part", () => {
  it("is the contract's", () => {
    expect(partName("passportPhoto")).toBe("passportPhoto");
    expect(partName("signatories.12.idDocument")).toBe("signatories[12][idDocument]");
  });
});

describe("a draft that arrives late", () => {
  it("undoes nothing that was typed meanwhile", () => {
    const base = { name: "", list: [{ a: "", file: null as unknown }], other: "" };
    const restored = {
      name: "Kept",
      list: [
        { a: "one", file: fromRejectedSubmission("/api/files/1") as unknown },
        { a: "two", file: null },
      ],
      other: "o",
    };
    const photo = new File(["x"], "me.jpg");
    const merged = mergeUserEdits(restored, base, {
      name: "",
      list: [{ a: "typed", file: photo }],
      other: "",
    });
    expect(merged).toMatchObject({ name: "Kept", other: "o", list: [{ a: "typed" }, { a: "two" }] });
    expect(merged.list[0]!.file).toBe(photo);
  });
});
