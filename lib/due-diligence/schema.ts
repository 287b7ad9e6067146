import * as z from "zod";
import { formShapeOf, shapeOf } from "@/lib/forms/definition";
import { note } from "@/lib/forms/atoms";
import { withCrossRules } from "@/lib/forms/rules";
import { draftSchema } from "@/lib/onboarding/drafts/schema";
import { formatRate } from "@/lib/rates";
import type { SubmissionKind } from "@/lib/submission-rules";
import { statesOf } from "@/lib/transitions";
import { dueDiligenceGroup, isOwner, MAX_OWNERS, ownerFields, parseShare, parseTotal } from "./form";
import { dueDiligenceTransitions } from "./state-rules";
import "@/lib/zod";

/** The schemas of the due diligence form and of its request bodies (product 10.41). Safe in the browser. */
const { fields } = dueDiligenceGroup;

const ownersOf = <S extends z.ZodObject>(owner: S) =>
  z
    .array(withCrossRules(owner, ownerFields), "Add each director and owner")
    .min(1, "Add each director and owner")
    .max(MAX_OWNERS, `You can add up to ${MAX_OWNERS} directors and owners`);

/** What the total depends on, as it is typed. */
interface TypedOwners {
  owners?: unknown;
  ownersTotal?: unknown;
}

const textOf = (value: unknown, key: string): string => {
  const text: unknown = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return typeof text === "string" ? text : "";
};

/** Returns the sum of the owners' shares, in basis points; shares that cannot be read do not count. */
export const sumOfShares = (owners: readonly unknown[]): number =>
  owners.reduce<number>(
    (sum, owner) => sum + (isOwner(textOf(owner, "role")) ? (parseShare(textOf(owner, "share")) ?? 0) : 0),
    0,
  );

/** Returns the problem with the declared total; null if it is what the owners hold together. */
function totalProblem({ owners, ownersTotal }: TypedOwners): string | null {
  const total = typeof ownersTotal === "string" ? parseTotal(ownersTotal) : null;
  if (total === null) return "Enter a percentage from 0 to 100, such as 82.5";
  const sum = sumOfShares(Array.isArray(owners) ? owners : []);
  if (sum > 10_000)
    return `The shares above add up to ${formatRate(sum)}, which is more than 100%. Check each of them.`;
  return sum === total
    ? null
    : `The shares above add up to ${formatRate(sum)}, not ${formatRate(total)}. Check each share, or add who is missing.`;
}

/** Adds the rule about the total, which also runs while other fields are invalid. */
const withTotal = <S extends z.ZodObject>(schema: S): S =>
  schema.refine((value) => totalProblem(value) === null, {
    path: ["ownersTotal"],
    error: ({ input }) => totalProblem(input as TypedOwners) ?? "",
    when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
  });

const corporateSchema = withTotal(
  withCrossRules(
    z.object({ ...shapeOf(fields, "corporate"), owners: ownersOf(z.object(shapeOf(ownerFields))) }),
    fields,
  ),
);
type Answers = z.output<typeof corporateSchema>;
/** The answers of a form; those of individuals have no owners. */
export type DueDiligenceAnswers = Omit<Answers, "owners"> & { owners: Answers["owners"] };

const individualSchema = withCrossRules(
  z.object({
    ...shapeOf(fields, "individual"),
    // Left over from a company's form.
    owners: z
      .unknown()
      .optional()
      .transform((): Answers["owners"] => []),
  }),
  fields,
);

/** The body of POST /due-diligence, by the kind of customer. */
export const dueDiligenceSchema: Record<SubmissionKind, z.ZodType<DueDiligenceAnswers>> = {
  individual: individualSchema,
  corporate: corporateSchema,
};

/** Returns the schema of the form's values; it accepts the masked Tax ID, and its output is the body. */
export const dueDiligenceFormSchema = <Values extends object>(
  kind: SubmissionKind,
): z.ZodType<DueDiligenceAnswers, Values> =>
  (kind === "corporate"
    ? withTotal(
        withCrossRules(
          z.object({ ...formShapeOf(fields, kind), owners: ownersOf(z.object(formShapeOf(ownerFields))) }),
          fields,
        ),
      )
    : withCrossRules(z.object(formShapeOf(fields, kind)), fields)) as unknown as z.ZodType<
    DueDiligenceAnswers,
    Values
  >;

/** The form as it was typed. */
export const dueDiligenceDraftSchema = draftSchema;

export const dueDiligenceStates = statesOf(dueDiligenceTransitions);
export type DueDiligenceState = (typeof dueDiligenceStates)[number];

/** The decision of a reviewer. */
export const dueDiligenceDecisionSchema = z
  .object({
    verdict: z.enum(["approved", "changes_requested"], "Choose a decision"),
    /** What the customer must change; they read it. */
    reason: note(1000),
    /** The state that the reviewer saw; if it has changed, the response is 409. */
    expectedState: z.enum(["sent", "approved"]),
    /** The `key` of each finding that the reviewer saw; if there are others, the response of an approval is 409. */
    seen: z.array(z.string().max(100)).max(100),
  })
  .refine(({ verdict, reason }) => verdict === "approved" || (reason ?? "").length >= 3, {
    path: ["reason"],
    message: "Minimum 3 characters.",
  });
export type DueDiligenceDecision = z.output<typeof dueDiligenceDecisionSchema>;

export const dueDiligenceListQuery = z.object({
  state: z.enum(dueDiligenceStates).default("sent"),
  after: z.uuid().toLowerCase().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type DueDiligenceListQuery = z.output<typeof dueDiligenceListQuery>;
