import { Field } from "@/components/forms/field";
import { buttonClass } from "@/components/ui/button-class";
import { Input } from "@/components/ui/input";
import { lagosDay } from "@/lib/dates";
import { formatKobo, parseAmount } from "@/lib/money";
import { checkAmount } from "@/lib/plans/rules";
import type { PlanDto } from "@/lib/plans/schema";
import { toTerms } from "@/lib/plans/terms-schema";
import { paths } from "@/lib/routes/paths";
import { ifToday } from "./plan-words";
import { ScheduleDetails } from "./schedule-details";

export const CALCULATOR = "calculator";
/** The longest text that is shown again in the field. */
const MAX_TYPED = 40;
/**
 * What a plan would pay for an amount, if it started today. It is a form that the browser sends by itself and the page answers, with the same
 * function that later schedules the payments, so it needs no script (ADR 37). Without an amount it shows the minimum.
 */
export function Calculator({ plan, typed }: { plan: PlanDto; typed: string | undefined }) {
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
        <ScheduleDetails terms={terms} amount={parsed.kobo} start={today} note={ifToday(today)} />
      )}
    </div>
  );
}
