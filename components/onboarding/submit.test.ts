import { describe, expect, it } from "vitest";
import { fromRejectedSubmission } from "@/components/forms/documents";
import { progressByFile } from "./submit";

const file = (size: number) => new File([new Uint8Array(size)], "a");
const documents = [
  { field: "identificationDocument", value: file(100) },
  { field: "kept", value: fromRejectedSubmission("/api/files/1") },
  { field: "passportPhoto", value: file(300) },
  { field: "utilityBill", value: file(100) },
  { field: "optional", value: null },
];

describe("the progress of several files in one upload", () => {
  it("assigns the bytes to the files in order, without documents that are not sent", () => {
    expect(progressByFile(documents, 0, 600)).toEqual({
      identificationDocument: 0,
      passportPhoto: 0,
      utilityBill: 0,
    });
    expect(progressByFile(documents, 300, 600)).toEqual({
      identificationDocument: 100,
      passportPhoto: 50,
      utilityBill: 0,
    });
    expect(progressByFile(documents, 600, 600)).toEqual({
      identificationDocument: 100,
      passportPhoto: 100,
      utilityBill: 100,
    });
  });
  it("is 0 until the size is known", () => {
    expect(progressByFile(documents, 10, 0)["passportPhoto"]).toBe(0);
  });
});
