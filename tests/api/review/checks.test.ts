import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import type { CorporateAnswers, IndividualAnswers } from "@/lib/onboarding/forms/schema";
import { redactExpiredRejections } from "@/lib/onboarding/retention/jobs";
import type { CheckDto, CheckName } from "@/lib/review/checks/schema";
import { sampleAnswers, sampleCompany } from "../../../prisma/seed/answers";
import {
  admin,
  call,
  documents,
  freshNumber,
  get,
  person,
  personalInvestor,
  post,
  randomDigits,
  submit,
  type SignedIn,
} from "../../support/api";
import { companyDocuments } from "../../support/company";
import { corporateAccount } from "../../support/draft";
import { decision, reviewOf } from "../../support/review";

/** Consistency checks between a submission's answers (product 10.19). */
const checksOf = async (user: SignedIn, reviewer: SignedIn): Promise<CheckDto[]> => {
  const { checks } = await reviewOf(user, reviewer);
  return checks!;
};
const warningsIn = (checks: CheckDto[]): CheckName[] =>
  checks.filter(({ outcome }) => outcome === "warning").map(({ check }) => check);

async function applicant(changes: (base: IndividualAnswers, phone: string) => Partial<IndividualAnswers>) {
  const user = await personalInvestor();
  const { name, phone } = await db.user.findUniqueOrThrow({ where: { id: user.id } });
  const [firstName = "", ...rest] = name.split(" ");
  const base = {
    ...sampleAnswers(freshNumber()),
    firstName,
    surname: rest.join(" ") || "Test",
    accountName: name,
  };
  const sent = { ...base, ...changes(base, phone) };
  expect((await post("/api/verification", sent, user.token)).status).toBe(200);
  const form = await documents();
  expect((await call("POST", "/api/verification/documents", { form, token: user.token })).status).toBe(200);
  return { user, sent };
}

async function company(change: (answers: CorporateAnswers) => void) {
  const user = await corporateAccount();
  const sent = sampleCompany(freshNumber(), 2);
  change(sent);
  expect((await post("/api/verification/corporate", sent, user.token)).status).toBe(200);
  const form = await companyDocuments(2);
  const stored = await call("POST", "/api/verification/corporate/documents", { form, token: user.token });
  expect(stored.status).toBe(200);
  return { user, sent };
}

describe("plain-sight checks", () => {
  it("pass for consistent answers", async () => {
    const { user } = await applicant(() => ({
      bankName: "First Bank of Nigeria",
      accountNumber: "0000014579",
    }));
    const checks = await checksOf(user, await admin());
    expect(checks.map(({ check, outcome }) => [check, outcome])).toEqual(
      [
        "profileName",
        "accountName",
        "letters",
        "accountNumber",
        "ninAndBvn",
        "age",
        "nextOfKin",
        "place",
      ].map((check) => [check, "passed"]),
    );
  });

  it("warn of inconsistencies in an individual's answers, and contain no full number", async () => {
    const same = randomDigits(11);
    const { user, sent } = await applicant((_own, phone) => ({
      firstName: "Chidi",
      surname: "Okafor",
      accountName: "Ngozi Eze",
      bankName: "First Bank of Nigeria",
      accountNumber: "0000014578",
      ninNumber: same,
      bvnNumber: same,
      ageBracket: "minor",
      dateOfBirth: "1980-01-01",
      kinPhoneNumber: phone,
      stateOfResidence: "Lagos",
      localGovernment: "Ikeja",
      residentialAddress: "4 Sample Street, Kano",
    }));
    const checks = await checksOf(user, await admin());
    expect(warningsIn(checks)).toEqual([
      "profileName",
      "accountName",
      "accountNumber",
      "ninAndBvn",
      "age",
      "nextOfKin",
      "place",
    ]);
    const text = JSON.stringify(checks);
    for (const number of [same, sent.accountNumber, sent.phoneNumber, sent.kinPhoneNumber])
      expect(text).not.toContain(number);
  });

  it("warn of inconsistencies in a company's answers, and contain no full number", async () => {
    const { user, sent } = await company(({ company: base, bankDetails, signatories }) => {
      Object.assign(base, {
        dateOfIncorporation: "1 May 2090",
        address: "4 Sample Avenue, Kano",
        state: "Lagos",
      });
      Object.assign(base, { localGovernment: "Ikeja" });
      Object.assign(bankDetails, {
        accountName: "Ngozi Eze",
        bankName: "Zenith Bank",
        accountNumber: "0000014579",
      });
      signatories[1]!.bvnNumber = signatories[0]!.bvnNumber;
    });
    const checks = await checksOf(user, await admin());
    expect(warningsIn(checks)).toEqual([
      "profileName",
      "accountName",
      "signatories",
      "accountNumber",
      "incorporation",
      "place",
    ]);
    const text = JSON.stringify(checks);
    for (const number of [
      sent.bankDetails.bvnNumber,
      "0000014579",
      sent.signatories[0]!.bvnNumber,
      sent.company.phone,
    ])
      expect(text).not.toContain(number);
    expect(checks.find(({ check }) => check === "signatories")!.fields).toEqual([
      "corporate.signatories.0.bvnNumber",
      "corporate.signatories.1.bvnNumber",
    ]);
  });

  it("do not restrict a reviewer's decisions", async () => {
    const { user } = await applicant((base) => ({ bvnNumber: base.ninNumber }));
    const reviewer = await admin();
    expect(warningsIn(await checksOf(user, reviewer))).toContain("ninAndBvn");
    expect((await decision(user.id, { status: "approved" }, reviewer.token)).status).toBe(200);
  });

  it("compare no numbers after they were deleted", async () => {
    const [user, reviewer] = [await personalInvestor(), await admin()];
    await submit(user);
    await decision(
      user.id,
      { status: "rejected", rejectionReason: "Other documents, please." },
      reviewer.token,
    );
    const long = new Date(Date.now() - 3_650 * 86_400_000);
    await db.submission.updateMany({ where: { userId: user.id }, data: { reviewedAt: long } });
    await redactExpiredRejections();
    const unavailable = (await checksOf(user, reviewer)).filter(({ outcome }) => outcome === "unavailable");
    expect(unavailable.map(({ check }) => check)).toEqual(["accountNumber", "ninAndBvn"]);
  });

  it("are empty without a submission, and for administrators only", async () => {
    const [newcomer, reviewer, root] = await Promise.all([
      person({ role: "investor", investorType: "personal" }),
      admin(),
      admin(true),
    ]);
    expect(await checksOf(newcomer, reviewer)).toEqual([]);
    const path = `/api/admin/users/${newcomer.id}/review`;
    expect((await get(path, newcomer.token)).status).toBe(403);
    expect((await get(path)).status).toBe(401);
    expect((await get(`/api/admin/users/${root.id}/review`, reviewer.token)).status).toBe(404);
  });
});
