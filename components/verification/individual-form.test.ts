import { describe, expect, it } from "vitest";
import type { UserDto } from "@/lib/users/dto";
import { problems } from "./individual-checks";
import {
  fieldsOfStep,
  fromDraft,
  initialValues,
  stepOf,
  textOf,
  withDraftFiles,
  withoutStaleMasks,
} from "./individual-form";
import { localGovernmentAfterStateChange, normalizeLocalGovernment } from "./places";

const user: UserDto = {
  _id: "1",
  name: "Ada Obi",
  email: "ada@example.com",
  phone: "08012345678",
  role: "investor",
  isSuper: false,
  investorType: "personal",
  isVerified: false,
  twoStepDue: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  verification: {
    status: "pending",
    kind: null,
    submissionId: null,
    submittedAt: null,
    reviewedAt: null,
    reviewedBy: null,
    rejectionReason: null,
    personal: null,
    nextOfKin: null,
    bankDetails: null,
    documents: null,
    corporate: null,
  },
};
const empty = initialValues(user);

describe("the first values", () => {
  it("take e-mail and phone from the account and the defaults", () => {
    expect(empty).toMatchObject({
      email: "ada@example.com",
      phoneNumber: "8012345678",
      kinRelationship: "Spouse",
      accountType: "Savings",
      ninNumber: "",
    });
  });

  it("take the former answers of a rejected submission, its numbers masked and its documents kept", () => {
    const values = initialValues({
      ...user,
      verification: {
        ...user.verification,
        status: "rejected",
        personal: {
          firstName: "Ada",
          surname: "Obi",
          phoneNumber: "8000000000",
          email: "a@b.co",
          ageBracket: "adult",
          dateOfBirth: "1990-01-02",
          localGovernment: "Somewhere new",
          stateOfResidence: "Lagos",
          residentialAddress: "1 Marina",
          ninNumber: "•••••••4821",
        },
        nextOfKin: {
          fullName: "Obi Ada",
          relationship: "Aunt",
          phoneNumber: "8011111111",
          email: "k@b.co",
          residentialAddress: "2 Marina",
        },
        documents: { idDocument: "/api/files/7", passportPhoto: null, utilityBill: null },
      },
    });
    expect(values).toMatchObject({
      firstName: "Ada",
      localGovernment: "Other",
      localGovernmentOther: "Somewhere new",
      kinRelationship: "Other",
      kinRelationshipOther: "Aunt",
      ninNumber: "•••••••4821",
      identificationDocument: { id: "7", former: true },
      passportPhoto: null,
    });
    const wrong = problems(values, "investor");
    expect(wrong.has("ninNumber")).toBe(false);
    expect(wrong.has("identificationDocument")).toBe(false);
    expect(wrong.get("passportPhoto")).toBe("File is required");
  });
});

describe("a saved draft", () => {
  it("moves a local government that the state does not have to the Other field", () => {
    const values = fromDraft({ stateOfResidence: "Lagos", localGovernment: "Atlantis" }, empty);
    expect(values).toMatchObject({ localGovernment: "Other", localGovernmentOther: "Atlantis" });
  });
  it("keeps one that belongs, and drops unknown keys and broken enumerations", () => {
    const values = fromDraft(
      { stateOfResidence: "Lagos", localGovernment: "ikeja", accountType: "Secret", isSuper: "true" },
      empty,
    );
    expect(values).toMatchObject({ localGovernment: "Ikeja", accountType: "Savings" });
    expect(values).not.toHaveProperty("isSuper");
  });
  it("brings its documents, and only masks that stand for something", () => {
    const file = { _id: "9", name: "me.jpg", size: 5, contentType: "image/jpeg", path: "/api/files/9" };
    const values = withDraftFiles(empty, { passportPhoto: file, unknown: file });
    expect(values.passportPhoto).toMatchObject({ id: "9", name: "me.jpg", former: false });
    expect(values).not.toHaveProperty("unknown");
    const masked = { ...empty, ninNumber: "•••••••4821", bvnNumber: "•••••••1111" };
    expect(withoutStaleMasks(masked, [{ ninNumber: "•••••••4821" }])).toMatchObject({
      ninNumber: "•••••••4821",
      bvnNumber: "",
    });
  });
});

describe("places", () => {
  it("change with the state", () => {
    expect(localGovernmentAfterStateChange("Lagos", "Ikeja")).toBe("Ikeja");
    expect(localGovernmentAfterStateChange("Kano", "Ikeja")).toBe("");
    expect(localGovernmentAfterStateChange("Kano", "Other")).toBe("Other");
  });
  it("need a state first", () => {
    expect(normalizeLocalGovernment("", "Ikeja", "")).toEqual({
      localGovernment: "",
      localGovernmentOther: "",
    });
  });
});

describe("variants", () => {
  it("ask investors for the age bracket and startups not", () => {
    expect(fieldsOfStep(0, "investor")).toContain("ageBracket");
    expect(fieldsOfStep(0, "startup")).not.toContain("ageBracket");
    expect(problems(empty, "investor").get("ageBracket")).toBe("Please select an option");
    expect(problems(empty, "startup").has("ageBracket")).toBe(false);
    expect(textOf(empty, "startup")).not.toHaveProperty("ageBracket");
  });
  it("know the step of every field", () => {
    expect(stepOf("ninNumber", "startup")).toBe(0);
    expect(stepOf("kinEmail", "startup")).toBe(1);
    expect(stepOf("bvnNumber", "startup")).toBe(2);
    expect(stepOf("utilityBill", "startup")).toBe(3);
  });
});

describe("files", () => {
  it("are required, of the right type and at most 5 MB", () => {
    const file = (type: string, size: number) => new File([new Uint8Array(size)], "a", { type });
    const first = (value: File | null, field: "passportPhoto" | "utilityBill") =>
      problems({ ...empty, [field]: value }, "startup").get(field);
    expect(first(null, "utilityBill")).toBe("File is required");
    expect(first(file("application/pdf", 10), "passportPhoto")).toBe("Allowed types: JPG, PNG");
    expect(first(file("image/gif", 10), "utilityBill")).toBe("Allowed types: PDF, JPG, PNG");
    expect(first(file("application/pdf", 5 * 1024 * 1024 + 1), "utilityBill")).toBe("Max file size is 5MB");
    expect(first(file("application/pdf", 5 * 1024 * 1024), "utilityBill")).toBeUndefined();
  });
});
