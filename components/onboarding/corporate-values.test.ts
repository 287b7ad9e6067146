import { describe, expect, it } from "vitest";
import type { CorporateDto } from "@/lib/onboarding/dto";
import { findField, pathsOfStep, stepOf } from "@/lib/onboarding/forms/path-rules";
import type { UserDto } from "@/lib/users/dto";
import { sampleCompany } from "@/prisma/seed/answers";
import { corporateForm, type CorporateValues } from "./corporate-values";

const { initialValues, fromDraft, answersOf, schema } = corporateForm;
/** Returns the first error message of each invalid field. */
const problems = (values: CorporateValues): Map<string, string> =>
  new Map(
    (schema.safeParse(values).error?.issues ?? [])
      .map(({ path, message }) => [path.join("."), message] as const)
      .reverse(),
  );

const user = {
  email: "ada@example.com",
  phone: "08012345678",
  verification: { status: "pending", corporate: null },
} as UserDto;
const empty = initialValues(user);

const sample = sampleCompany(3, 2);
const corporate: CorporateDto = {
  company: { ...sample.company, logo: null },
  bankDetails: {
    ...sample.bankDetails,
    accountType: "Corporate",
    accountNumber: "••••••7890",
    bvnNumber: "•••••••8901",
  },
  documents: {
    certificateOfIncorporation: "/api/files/c",
    memorandumAndArticles: null,
    utilityBill: "/api/files/u",
    tinCertificate: null,
  },
  signatories: sample.signatories.map((signatory, index) => ({
    ...signatory,
    bvnNumber: `•••••••111${index}`,
    idDocument: `/api/files/s${index}`,
  })),
  referral: { officerName: "Bo", contact: null },
};
const rejected = initialValues({
  ...user,
  verification: { ...user.verification, status: "rejected", corporate },
});
const file = (id: string) => ({
  _id: id,
  name: `${id}.pdf`,
  size: 5,
  contentType: "application/pdf",
  path: `/api/files/${id}`,
});

describe("the corporate form", () => {
  it("starts with one signatory and the data of the account", () => {
    expect(empty.signatories).toHaveLength(1);
    expect(empty.company).toMatchObject({ email: "ada@example.com", phone: "8012345678" });
    const wrong = problems(empty);
    expect(wrong.get("company.name")).toBe("Name must be atleast 2 characters");
    expect(wrong.get("signatories.0.bvnNumber")).toBe("BVN must be 11 digits");
    expect(wrong.get("signatories.0.idDocument")).toBe("File is required");
    expect(wrong.get("certificateOfIncorporation")).toBe("File is required");
    expect([wrong.has("companyLogo"), wrong.has("tinCertificate")]).toEqual([false, false]);
  });

  it("starts with a rejected submission, including masked numbers and documents", () => {
    expect(problems(rejected)).toEqual(new Map());
    expect(rejected.signatories[1]).toMatchObject({
      bvnNumber: "•••••••1111",
      idDocument: { id: "s1", former: true },
    });
    expect(answersOf(rejected)).toMatchObject({
      bankDetails: { accountNumber: "••••••7890" },
      referral: { officerName: "Bo", contact: "" },
    });
    expect(answersOf(rejected)).not.toHaveProperty("signatories.0.idDocument");
    expect(answersOf(rejected)).toHaveProperty("signatories.0.fullName");
    expect(answersOf(rejected)).not.toHaveProperty("company.logo");
  });

  it("restores texts, signatories and documents of a draft, and nothing else", () => {
    const draft = {
      company: { name: "Draft Ltd", state: "lagos", localGovernment: "ikeja", isSuper: "true", phone: 5 },
      signatories: [{ fullName: "A" }, { fullName: "B" }],
    };
    const files = { "signatories[2][idDocument]": file("x"), utilityBill: file("y") };
    const values = fromDraft({ values: draft, files }, empty);
    expect(values.company).toMatchObject({ name: "Draft Ltd", state: "Lagos", localGovernment: "Ikeja" });
    expect(values.company).not.toHaveProperty("isSuper");
    expect(values.company.phone).toBe("8012345678");
    expect(values.signatories.map(({ fullName }) => fullName)).toEqual(["A", "B", ""]);
    expect(values.signatories[2]!.idDocument).toMatchObject({ id: "x", former: false });
    expect(values.utilityBill).toMatchObject({ id: "y" });
    const fewer = fromDraft({ values: { signatories: [{}] }, files: {} }, rejected);
    expect(fewer.signatories).toHaveLength(1);
    expect(fewer.signatories[0]!.idDocument).toMatchObject({ id: "s0", former: true });
  });

  it("has a step for every field in an error of the server", () => {
    const steps: [string, number][] = [
      ["company.email", 0],
      ["companyLogo", 0],
      ["bankDetails.bvnNumber", 1],
      ["signatories.1.idDocument", 2],
      ["referral.contact", 2],
      ["tinCertificate", 3],
    ];
    for (const [field, step] of steps) {
      expect(stepOf("corporate", field)).toBe(step);
      expect(findField("corporate", field)).toBeDefined();
    }
    expect(stepOf("corporate", "signatories")).toBe(2);
    expect(findField("corporate", "signatories.0.nothing")).toBeUndefined();
    expect(pathsOfStep("corporate", 2)).toEqual(["signatories", "referral.officerName", "referral.contact"]);
  });
});
