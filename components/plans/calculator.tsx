import { Field } from "@/components/forms/field";
import { buttonClass } from "@/components/ui/button-class";
import { Input } from "@/components/ui/input";
import { lagosDay } from "@/lib/dates";
import { formatKobo, parseAmount } from "@/lib/money";
import { checkAmount } from "@/lib/plans/rules";
import type { PlanDto } from "@/lib/plans/schema";
import type { ScheduleOptions } from "@/lib/plans/schedule-rules";
import { toTerms } from "@/lib/plans/terms-schema";
import { paths } from "@/lib/routes/paths";
import { ifToday } from "./plan-words";
import { ScheduleDetails } from "./schedule-details";

export const CALCULATOR = "calculator";
/** The maximum length of typed text that is shown again in the field. */
const MAX_TYPED = 40;
/**
 * Calculates the schedule of an amount that starts today. The form works without a script: the browser submits it, and the page renders the
 * result with the function that later schedules the instalments (ADR 37). Without an amount it shows the minimum.
 */
export function Calculator({
  plan,
  taxChanges,
  typed,
}: {
  plan: PlanDto;
  taxChanges: NonNullable<ScheduleOptions["taxChanges"]>;
  typed: string | undefined;
}) {
  const [terms, today] = [toTerms(plan.terms), lagosDay()];
  const parsed = typed === undefined ? { kobo: terms.minimum } : parseAmount(typed);
  const limits = { ...terms, available: terms.capacity };
  const problem = "problem" in parsed ? parsed.problem : checkAmount(parsed.kobo, limits);
  return (
    <div className="grid gap-8">
      <form
        method="get"
        action={`${paths.plan(plan.slug)}#${CALCULATOR}`}
        className="grid max-w-xl gap-4 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <Field
          label="Amount in naira"
          error={problem ?? undefined}
          rule={`From ${formatKobo(terms.minimum)}, in steps of ${formatKobo(terms.step)}.`}
        >
          {(control) => (
            <Input
              {...control}
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              maxLength={MAX_TYPED}
              defaultValue={typed?.slice(0, MAX_TYPED) ?? formatKobo(terms.minimum).replace("₦", "")}
            />
          )}
        </Field>
        <button type="submit" className={buttonClass("primary", "lg", "sm:mt-[1.875rem] sm:self-start")}>
          Calculate
        </button>
      </form>
      {!problem && "kobo" in parsed && (
        <ScheduleDetails
          terms={terms}
          amount={parsed.kobo}
          start={today}
          options={{ taxChanges }}
          note={ifToday(today)}
        />
      )}
    </div>
  );
}
