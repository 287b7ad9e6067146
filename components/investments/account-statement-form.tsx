import { Field } from "@/components/forms/field";
import { buttonClass } from "@/components/ui/button-class";
import { Input } from "@/components/ui/input";
import { paths } from "@/lib/routes/paths";

interface StatementFormProps {
  from: string;
  to: string;
  errors?: { from?: string | undefined; to?: string | undefined };
  today: string;
}

/** Asks for the period of an account statement. The browser submits the form without a script. */
export const StatementForm = ({ from, to, errors = {}, today }: StatementFormProps) => (
  <form
    method="get"
    action={paths.dashboardStatement()}
    className="grid gap-4 sm:grid-cols-[minmax(0,12rem)_minmax(0,12rem)_auto] sm:items-start print:hidden"
  >
    <Field label="From" error={errors.from}>
      {(control) => <Input {...control} type="date" name="from" defaultValue={from} max={today} required />}
    </Field>
    <Field label="To" error={errors.to}>
      {(control) => <Input {...control} type="date" name="to" defaultValue={to} max={today} required />}
    </Field>
    <button
      type="submit"
      className={buttonClass("secondary", "lg", "sm:mt-[1.875rem] sm:justify-self-start")}
    >
      Show statement
    </button>
  </form>
);
