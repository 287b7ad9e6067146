import { Fragment } from "react";
import { useController, useFormContext, type FieldPathByValue, type FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { Field } from "./field";

interface CheckboxGroupProps<V extends FieldValues> {
  name: FieldPathByValue<V, string[]>;
  label: string;
  help?: string;
  options: readonly string[];
  /** Returns the heading under which an option is listed. */
  groupOf?: (option: string) => string;
}

/** Several names of an interface, such as scopes, of which some are chosen. */
export function CheckboxGroup<V extends FieldValues>({
  name,
  label,
  help,
  options,
  groupOf = () => "",
}: CheckboxGroupProps<V>) {
  const { control } = useFormContext<V>();
  const { field, fieldState } = useController({ control, name });
  const chosen: string[] = field.value;
  const hasAll = options.every((option) => chosen.includes(option));
  const toggle = (option: string, on: boolean) =>
    field.onChange(on ? [...chosen, option] : chosen.filter((each) => each !== option));
  return (
    <Field group label={label} help={help} error={fieldState.error?.message}>
      {(group) => (
        <div
          role="group"
          aria-labelledby={group["aria-labelledby"]}
          aria-describedby={group["aria-describedby"]}
          className="grid gap-x-5 sm:grid-cols-2"
        >
          <Button
            variant="secondary"
            size="sm"
            className="mb-2 justify-self-start sm:col-span-2"
            onClick={() => field.onChange(hasAll ? [] : [...options])}
          >
            {hasAll ? "Choose none" : "Choose all"}
          </Button>
          {Object.entries(Object.groupBy(options, groupOf)).map(([heading, members = []]) => (
            <Fragment key={heading}>
              {heading && (
                <h3 className="mt-3 text-sm text-muted first-letter:uppercase sm:col-span-2">{heading}</h3>
              )}
              {members.map((option) => (
                <Checkbox
                  key={option}
                  label={<span translate="no">{option}</span>}
                  name={name}
                  ref={option === options[0] ? field.ref : undefined}
                  checked={chosen.includes(option)}
                  onBlur={field.onBlur}
                  onChange={(event) => toggle(option, event.target.checked)}
                />
              ))}
            </Fragment>
          ))}
        </div>
      )}
    </Field>
  );
}
