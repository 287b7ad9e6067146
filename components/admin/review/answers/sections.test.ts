import { describe, expect, it } from "vitest";
import type { UserDto, VerificationDto } from "@/lib/users/dto";
import { reviewContent, type ReviewField } from "./sections";

const nothing: VerificationDto = {
  status: "pending",
  submissionId: null,
  kind: null,
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
};
const person = (changes: Partial<UserDto> = {}): UserDto => ({
  _id: "1",
  name: "Ada Obi",
  companyName: null,
  email: "ada@demo.example",
  phone: "8012345678",
  role: "investor",
  isSuper: false,
  investorType: "personal",
  isVerified: false,
  renewing: false,
  twoStepDue: false,
  temporaryCredentials: false,
  closed: null,
  createdAt: "2026-03-02T09:00:00.000Z",
  verification: nothing,
  ...changes,
});
const titles = (user: UserDto) => reviewContent(user).sections.map(({ title }) => title);
const facts = (user: UserDto, id: string): ReviewField[] =>
  reviewContent(user)
    .sections.find((section) => section.id === id)
    ?.groups.flatMap((group) => group.facts) ?? [];
const labels = (user: UserDto, id: string) =>
  facts(user, id).map((fact) => (fact.kind === "document" ? fact.document.label : fact.label));

describe("the sections of a review", () => {
  it("match product 2.13 for personal investors and startups", () => {
    const expected = ["Profile Information", "Personal Information", "Next of Kin", "Bank Details"];
    expect(titles(person())).toEqual(expected);
    expect(titles(person({ role: "startup", investorType: "none" }))).toEqual(expected);
    expect(reviewContent(person()).documents.map(({ label }) => label)).toEqual([
      "ID document",
      "Passport photo",
      "Utility bill",
    ]);
  });

  it("omit the question about minors for a startup", () => {
    expect(labels(person(), "personal")).toContain("Age bracket");
    expect(labels(person({ role: "startup", investorType: "none" }), "personal")).not.toContain(
      "Age bracket",
    );
  });

  it("match the corporate form for corporate investors, and report a missing signatory", () => {
    const company = person({ investorType: "corporate" });
    expect(titles(company)).toEqual([
      "Profile Information",
      "Company Information",
      "Bank Details",
      "Authorized Signatory",
    ]);
    const signatory = reviewContent(company).sections.at(-1);
    expect(signatory?.groups).toEqual([]);
    expect(signatory?.nothing).toBe("No signatory information provided");
    expect(reviewContent(company).documents.map(({ label }) => label)).toEqual([
      "Certificate of incorporation",
      "Utility bill",
      "TIN certificate",
    ]);
  });

  it("name each masked number like the reveal call", () => {
    const corporate = person({
      investorType: "corporate",
      verification: {
        ...nothing,
        kind: "corporate",
        corporate: {
          company: {
            name: "Obi Limited",
            incorporationNumber: "RC1",
            dateOfIncorporation: "2014",
            state: "Lagos",
            localGovernment: "Ikeja",
            phone: "",
            email: "",
            address: "",
            logo: null,
          },
          bankDetails: null,
          documents: {
            certificateOfIncorporation: null,
            memorandumAndArticles: "/api/files/m",
            utilityBill: null,
            tinCertificate: null,
          },
          signatories: [0, 1].map(() => ({
            fullName: "Bola",
            position: "Director",
            phoneNumber: "",
            email: "",
            bvnNumber: "•••••••1234",
            idDocument: null,
          })),
          referral: null,
        },
      },
    });
    const fields = facts(corporate, "signatories").flatMap((fact) =>
      fact.kind === "secret" ? [fact.field] : [],
    );
    expect(fields).toEqual(["signatories.0.bvnNumber", "signatories.1.bvnNumber"]);
    // A year alone is not expanded to a date.
    expect(facts(corporate, "company")).toContainEqual({
      kind: "text",
      label: "Date of incorporation",
      value: "2014",
      answer: "corporate.company.dateOfIncorporation",
    });
    expect(reviewContent(corporate).documents.map(({ key }) => key)).toContain("memorandumAndArticles");
  });

  it("contain only the profile for a user without a form", () => {
    expect(titles(person({ role: "none", investorType: "none" }))).toEqual(["Profile Information"]);
    expect(titles(person({ investorType: "none" }))).toEqual(["Profile Information"]);
    expect(titles(person({ role: "admin", investorType: "none" }))).toEqual(["Profile Information"]);
  });
});
