import { parseAmount, toNaira } from "@/lib/money";
import { planContent, type PlanContent } from "@/lib/plans/schema";
import { formatRate, parseRate } from "@/lib/rates";
import { normalizeNumber } from "@/lib/text";

/** The form's values, as typed. */
export interface PlanValues {
  name: string;
  summary: string;
  description: string;
  risk: string;
  minimum: string;
  step: string;
  capacity: string;
  tenorCount: string;
  tenorUnit: string;
  returnKind: string;
  rate: string;
  low: string;
  high: string;
  payout: string;
  early: string;
  earlyFrom: string;
  earlyCharge: string;
  fee: string;
  withholdingTax: string;
  riskText: string;
  termsText: string;
}
export type PlanField = keyof PlanValues;

export const emptyPlan: PlanValues = {
  name: "",
  summary: "",
  description: "",
  risk: "",
  minimum: "",
  step: "10,000",
  capacity: "",
  tenorCount: "12",
  tenorUnit: "months",
  returnKind: "fixed",
  rate: "",
  low: "",
  high: "",
  payout: "maturity",
  early: "no",
  earlyFrom: "",
  earlyCharge: "0",
  fee: "0",
  withholdingTax: "10",
  riskText: "",
  termsText: "",
};

/** Formats an amount as it is typed into the field, `250,000` or `250,000.50`. */
const typedAmount = (kobo: string): string =>
  toNaira(BigInt(kobo))
    .replace(/\.00$/, "")
    .replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",");
const typedRate = (bps: number): string => formatRate(bps).replace("%", "");

/** Returns the form values of a stored version. */
export function toValues({ terms, ...content }: PlanContent): PlanValues {
  const { tenor, return: planReturn, earlyRedemption: early } = terms;
  return {
    name: content.name,
    summary: content.summary,
    description: content.description,
    risk: content.risk,
    minimum: typedAmount(terms.minimum),
    step: typedAmount(terms.step),
    capacity: terms.capacity === null ? "" : typedAmount(terms.capacity),
    tenorCount: String(tenor.count),
    tenorUnit: tenor.unit,
    returnKind: planReturn.kind,
    rate: planReturn.kind === "fixed" ? typedRate(planReturn.rate) : "",
    low: planReturn.kind === "declared" ? typedRate(planReturn.low) : "",
    high: planReturn.kind === "declared" ? typedRate(planReturn.high) : "",
    payout: terms.payout,
    early: early ? "yes" : "no",
    earlyFrom: early ? String(early.fromDay) : "",
    earlyCharge: early ? typedRate(early.charge) : "0",
    fee: typedRate(terms.fee),
    withholdingTax: typedRate(terms.withholdingTax),
    riskText: terms.riskText,
    termsText: terms.termsText,
  };
}

/** The form field of each path in the request body. */
const fieldOf: Record<string, PlanField> = {
  name: "name",
  summary: "summary",
  description: "description",
  risk: "risk",
  "terms.minimum": "minimum",
  "terms.step": "step",
  "terms.capacity": "capacity",
  "terms.tenor": "tenorCount",
  "terms.tenor.count": "tenorCount",
  "terms.return.rate": "rate",
  "terms.return.low": "low",
  "terms.return.high": "high",
  "terms.earlyRedemption.fromDay": "earlyFrom",
  "terms.earlyRedemption.charge": "earlyCharge",
  "terms.fee": "fee",
  "terms.withholdingTax": "withholdingTax",
  "terms.riskText": "riskText",
  "terms.termsText": "termsText",
};

export type PlanErrors = Partial<Record<PlanField, string>>;

/** Parses the form. Returns the request body, or an error per field. */
export function readPlan(values: PlanValues): { content: PlanContent } | { errors: PlanErrors } {
  const errors: PlanErrors = {};
  const amount = (field: PlanField): string => {
    const parsed = parseAmount(values[field]);
    if ("kobo" in parsed) return String(parsed.kobo);
    errors[field] = parsed.problem;
    return "";
  };
  // For a missing number, the schema provides the message.
  const rate = (field: PlanField) => parseRate(values[field]) ?? NaN;
  const count = (field: PlanField) => {
    const typed = normalizeNumber(values[field]);
    return /^\d{1,6}$/.test(typed) ? Number(typed) : NaN;
  };
  const result = planContent.safeParse({
    name: values.name,
    summary: values.summary,
    description: values.description,
    risk: values.risk,
    terms: {
      minimum: amount("minimum"),
      step: amount("step"),
      capacity: values.capacity.trim() === "" ? null : amount("capacity"),
      tenor: { unit: values.tenorUnit, count: count("tenorCount") },
      return:
        values.returnKind === "fixed"
          ? { kind: "fixed", rate: rate("rate") }
          : { kind: "declared", low: rate("low"), high: rate("high") },
      dayCount: "actual/365",
      payout: values.payout,
      earlyRedemption:
        values.early === "yes" ? { fromDay: count("earlyFrom"), charge: rate("earlyCharge") } : null,
      fee: rate("fee"),
      withholdingTax: rate("withholdingTax"),
      riskText: values.riskText,
      termsText: values.termsText,
    },
  });
  for (const { path, message } of result.error?.issues ?? []) {
    const field = fieldOf[path.join(".")];
    if (field) errors[field] ??= message;
  }
  return result.success && Object.keys(errors).length === 0 ? { content: result.data } : { errors };
}
