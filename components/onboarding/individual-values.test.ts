import { describe, expect, it } from "vitest";
import { identifyFile } from "@/components/forms/documents";
import { localGovernmentAfterStateChange } from "@/lib/forms/values";
import { personalDto } from "@/lib/onboarding/dto";
import { pathsOfStep, stepOf } from "@/lib/onboarding/forms/path-rules";
import type { UserDto } from "@/lib/users/dto";
import { individualForm, type IndividualValues } from "./individual-values";

const { initialValues, fromDraft } = individualForm("investor");
/** Returns the first error message of each invalid field. */
function problems(values: IndividualValues, variant: "investor" | "startup"): Map<string, string> {
  const issues = individualForm(variant).schema.safeParse(values).error?.issues ?? [];
  return new Map(issues.map(({ path, message }) => [path.join("."), message] as const).reverse());
}
const withDraft = (values: Record<string, unknown>) => fromDraft({ values, files: {} }, empty);

const user: UserDto = {
  _id: "1",
  name: "Ada Obi",
  companyName: null,
  email: "ada@example.com",
  phone: "08012345678",
  role: "investor",
  isSuper: false,
  investorType: "personal",
  isVerified: false,
  renewing: false,
  twoStepDue: false,
  temporaryCredentials: false,
  closed: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  verification: {
    status: "pending",
    kind: null,
    submissionId: null,
    submittedAt: null,
    dueAt: null,
    changesRequested: false,
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

describe("the initial values", () => {
  it("contain name, email and phone of the account, and defaults", () => {
    expect(empty).toMatchObject({
      firstName: "Ada",
      surname: "Obi",
      email: "ada@example.com",
      phoneNumber: "8012345678",
      kinRelationship: "Spouse",
      accountType: "Savings",
      ninNumber: "",
    });
  });

  it("split the name into the first word and the surname", () => {
    const named = (name: string) => initialValues({ ...user, name });
    expect(named(" Ada  Ngozi Obi ")).toMatchObject({ firstName: "Ada", surname: "Ngozi Obi" });
    expect(named("Ada")).toMatchObject({ firstName: "Ada", surname: "" });
    expect(named("")).toMatchObject({ firstName: "", surname: "" });
  });

  it("contain the answers of a rejected submission, including masked numbers and documents", () => {
    const values = initialValues({
      ...user,
      verification: {
        ...user.verification,
        status: "rejected",
        personal: personalDto.parse({
          ...Object.fromEntries(Object.keys(personalDto.shape).map((name) => [name, ""])),
          firstName: "Adaeze",
          surname: "Obi",
          phoneNumber: "8000000000",
          email: "a@b.co",
          ageBracket: "adult",
          dateOfBirth: "1990-01-02",
          localGovernment: "Somewhere new",
          stateOfResidence: "Lagos",
          residentialAddress: "1 Marina",
          ninNumber: "•••••••4821",
        }),
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
      firstName: "Adaeze",
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
    const values = withDraft({ stateOfResidence: "Lagos", localGovernment: "Atlantis" });
    expect(values).toMatchObject({ localGovernment: "Other", localGovernmentOther: "Atlantis" });
  });
  it("retains a valid local government and drops unknown keys and options", () => {
    const values = withDraft({
      stateOfResidence: "Lagos",
      localGovernment: "ikeja",
      accountType: "Secret",
      isSuper: "true",
    });
    expect(values).toMatchObject({ localGovernment: "Ikeja", accountType: "Savings" });
    expect(values).not.toHaveProperty("isSuper");
  });
  it("contains its documents", () => {
    const file = { _id: "9", name: "me.jpg", size: 5, contentType: "image/jpeg", path: "/api/files/9" };
    const values = fromDraft({ values: {}, files: { passportPhoto: file, unknown: file } }, empty);
    expect(values.passportPhoto).toMatchObject({ id: "9", name: "me.jpg", former: false });
    expect(values).not.toHaveProperty("unknown");
  });
});

describe("local governments", () => {
  it("change with the state", () => {
    expect(localGovernmentAfterStateChange("Lagos", "Ikeja")).toBe("Ikeja");
    expect(localGovernmentAfterStateChange("Kano", "Ikeja")).toBe("");
    expect(localGovernmentAfterStateChange("Kano", "Other")).toBe("Other");
  });
  it("need a state first", () => {
    const values = withDraft({ stateOfResidence: "", localGovernment: "Ikeja" });
    expect(values).toMatchObject({ localGovernment: "", localGovernmentOther: "" });
  });
});

describe("variants", () => {
  it("require the age bracket from investors only", () => {
    expect(problems(empty, "investor").get("ageBracket")).toBe("Please select an option");
    expect(problems(empty, "startup").has("ageBracket")).toBe(false);
    expect(individualForm("startup").answersOf(empty)).not.toHaveProperty("ageBracket");
  });
  it("have a step for every field", () => {
    const steps = { ninNumber: 0, kinEmail: 1, bvnNumber: 2, utilityBill: 3 };
    for (const [field, step] of Object.entries(steps)) {
      expect(stepOf("individual", field)).toBe(step);
      expect(pathsOfStep("individual", step)).toContain(field);
    }
  });
});

describe("files", () => {
  it("are required, of the right type and at most 5 MB", async () => {
    const file = async (head: string, size = head.length) => {
      const bytes = new Uint8Array(size);
      bytes.set(new TextEncoder().encode(head));
      return (await identifyFile(new File([bytes], "a"))).file;
    };
    const first = (value: File | null, field: "passportPhoto" | "utilityBill") =>
      problems({ ...empty, [field]: value }, "startup").get(field);
    expect(first(null, "utilityBill")).toBe("File is required");
    expect(first(await file("%PDF-"), "passportPhoto")).toMatch(/^Allowed types: JPG, PNG\n/);
    expect(first(await file("GIF89a"), "utilityBill")).toMatch(/^Allowed types: PDF, JPG, PNG\n/);
    expect(first(await file("%PDF-", 5 * 1024 * 1024 + 1), "utilityBill")).toBe("Max file size is 5MB");
    expect(first(await file("%PDF-", 5 * 1024 * 1024), "utilityBill")).toBeUndefined();
  });
});
