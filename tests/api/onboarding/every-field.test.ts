import { describe, expect, it } from "vitest";
import { reviewContent, type ReviewField } from "@/components/admin/review/answers/sections";
import { entriesOf, nameOf, type Fields } from "@/lib/forms/definition";
import { mask } from "@/lib/mask";
import { corporateGroups } from "@/lib/onboarding/forms/corporate-form";
import { individualGroups } from "@/lib/onboarding/forms/individual-form";
import { reviewLabelOf } from "@/lib/onboarding/forms/path-rules";
import type { UserDto } from "@/lib/users/dto";
import { sampleCompany } from "../../../prisma/seed/answers";
import {
  admin,
  answers,
  call,
  documents,
  freshNumber,
  get,
  personalInvestor,
  post,
  put,
  signUp,
  type SignedIn,
} from "../../support/api";
import { newArchive } from "../../support/archive";
import { companyDocuments } from "../../support/company";

/** Every field of each form reaches the database, the reviewer and the user's data export. */
type Given = Record<string, string | undefined>;

/** Returns `filledIn` with a value in every field, including optional ones and the names of `Other`. */
function complete(fields: Fields, filledIn: Given): Given {
  const all: Given = {};
  for (const [key, { schema, input, optional, otherOf }] of entriesOf(fields)) {
    if (!schema) continue;
    all[key] = optional || otherOf ? `Some ${key}` : filledIn[key];
    if (otherOf) all[otherOf] = "Other";
    expect(all[key], key).toBeTruthy();
    if (input.kind === "fixed") throw new Error("a fixed field is no part of the body");
  }
  return all;
}

/** Returns the value expected in the response for each field, in full. */
const expected = (fields: Fields, filledIn: Given) =>
  entriesOf(fields).flatMap(([key, field]) => {
    if (field.otherOf) return [];
    const parentKey = entriesOf(fields).find(([, { otherOf }]) => otherOf === key)?.[0];
    const value = field.input.kind === "fixed" ? field.input.value : filledIn[parentKey ?? key];
    return [{ name: nameOf(key, field), field, value: value ?? "" }];
  });

function check(
  fields: Fields,
  filledIn: Given,
  actual: { answer: unknown; copy: unknown; facts: ReviewField[] },
) {
  const values = expected(fields, filledIn);
  expect(values.length).toBeGreaterThan(0);
  for (const { name, field, value } of values) {
    const shown = field.sealed ? mask(value) : value;
    expect(actual.answer).toHaveProperty(name, shown);
    expect(actual.copy).toHaveProperty(name, value);
    const fact = actual.facts.find(
      (entry) => entry.kind !== "document" && entry.label === reviewLabelOf(field),
    );
    const inReview = fact?.kind === "text" ? fact.value : fact?.kind === "secret" ? fact.masked : undefined;
    if (field.input.kind === "text" || field.sealed) expect(inReview, name).toBe(shown);
    else expect(inReview, name).toBeTruthy();
  }
}

async function submitted(account: SignedIn, path: string, body: unknown, form: FormData) {
  expect((await post(path, body, account.token)).status).toBe(200);
  expect((await call("POST", `${path}/documents`, { form, token: account.token })).status).toBe(200);
  const reviewer = await admin();
  const user = (await get(`/api/admin/users/${account.id}`, reviewer.token)).body.data as UserDto;
  const files = await newArchive(account);
  const copy = JSON.parse(files.get("data.json")!.toString()) as { submissions: UserDto["verification"][] };
  const { sections } = reviewContent(user);
  const facts = (id: string, group = 0) =>
    sections.find((section) => section.id === id)?.groups[group]?.facts ?? [];
  return { answers: user.verification, copy: copy.submissions[0]!, facts };
}

describe("every field is stored and returned", () => {
  it("for an individual", async () => {
    const account = await personalInvestor();
    const sample: Given = { ...answers(freshNumber()) };
    const groups = Object.entries(individualGroups).map(([id, { fields }]) => ({
      id,
      fields,
      filledIn: complete(fields, sample),
    }));
    const body = Object.assign({}, ...groups.map(({ filledIn }) => filledIn)) as Given;
    const all = await submitted(account, "/api/verification", body, await documents());
    for (const { id, fields, filledIn } of groups) {
      const group = id as keyof typeof individualGroups;
      check(fields, filledIn, { answer: all.answers[group], copy: all.copy[group], facts: all.facts(id) });
    }
  });

  it("for a company", async () => {
    const account = await signUp("company");
    await put("/api/auth/setRole", { role: "investor" }, account.token);
    await put("/api/auth/setInvestorType", { type: "corporate" }, account.token);
    const sample = sampleCompany(freshNumber(), 2);
    const fieldsOf = (group: keyof typeof corporateGroups): Fields => corporateGroups[group].fields;
    const body = {
      company: complete(fieldsOf("company"), sample.company),
      bankDetails: complete(fieldsOf("bankDetails"), sample.bankDetails),
      signatories: sample.signatories.map((signatory) => complete(fieldsOf("signatories"), signatory)),
      referral: complete(fieldsOf("referral"), sample.referral),
    };
    const all = await submitted(account, "/api/verification/corporate", body, await companyDocuments(2));
    const [answer, copy] = [all.answers.corporate!, all.copy.corporate!];
    for (const group of ["company", "bankDetails", "referral"] as const) {
      const section = group === "referral" ? "company" : group;
      check(fieldsOf(group), body[group], {
        answer: answer[group],
        copy: copy[group],
        facts: all.facts(section),
      });
    }
    body.signatories.forEach((filledIn, index) => {
      const actual = {
        answer: answer.signatories[index],
        copy: copy.signatories[index],
        facts: all.facts("signatories", index),
      };
      check(fieldsOf("signatories"), filledIn, actual);
    });
  });
});
