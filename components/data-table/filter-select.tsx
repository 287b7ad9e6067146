import { Select } from "@/components/ui/input";

interface FilterSelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
}

/** A labelled select of a filter bar. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, options, onChange, hideLabel = false } = props;
  return (
    <label>
      <span className={hideLabel ? "sr-only" : "mb-1.5 block text-sm font-medium"}>{label}</span>
      <Select value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </label>
  );
}
