import { lagosDay } from "@/lib/dates";
import { db } from "@/lib/db/client";
import { uuidv7 } from "@/lib/ids";
import type { InvestmentDto } from "@/lib/investments/schema";
import { hashTerms } from "@/lib/plans/terms-hash";
import type { TermsDto } from "@/lib/plans/terms-schema";
import { person, post, type Answer, type SignedIn } from "./api";
import { sampleTerms } from "./sample-terms";

/** Creates an approved personal investor. */
export const investor = () =>
  person({ role: "investor", investorType: "personal", verification: "approved" });

export interface SamplePlan {
  id: string;
  slug: string;
  version: number;
  termsHash: string;
}

/** Creates a separate open plan. */
export async function openPlan(changes: Partial<TermsDto> = {}): Promise<SamplePlan> {
  const [id, terms] = [uuidv7(), { ...sampleTerms, ...changes }];
  const slug = `plan-${id}`;
  const content = { name: "Notes", summary: "Notes.", description: "It lends.", risk: "Low", terms };
  const versions = { create: { version: 1, ...content, publishedAt: new Date() } };
  await db.plan.create({ data: { id, slug, state: "open", position: 999, versions } });
  return { id, slug, version: 1, termsHash: hashTerms(terms) };
}

export const requestBody = ({ slug, version, termsHash }: SamplePlan, amount = "10000000") => ({
  plan: slug,
  amount,
  version,
  termsHash,
  accepted: true as const,
});

export async function invest(by: SignedIn, plan: SamplePlan, amount?: string): Promise<InvestmentDto> {
  const answer = await post("/api/investments", requestBody(plan, amount), by.token);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body.message}`);
  return answer.body.data;
}

export const bankReference = () => `FT ${uuidv7().toUpperCase()}`;

export const receive = (
  by: SignedIn,
  { _id }: { _id: string },
  amount: string,
  { reference = bankReference(), on = lagosDay(), server = 0 as 0 | 1 } = {},
): Promise<Answer> =>
  post(
    `/api/admin/investments/${_id}/receipts`,
    { bankReference: reference, amount, receivedOn: on },
    by.token,
    server,
  );
