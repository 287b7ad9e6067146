import { Field } from "@/components/forms/field";
import { Select } from "@/components/ui/input";
import type { PreviewDto } from "@/lib/bank/schema";
import { dateOrders } from "@/lib/bank/readers/csv-mapping-schema";

type Mapping = NonNullable<PreviewDto["mapping"]>;

const fields = {
  date: "Date",
  amount: "Amount",
  direction: "Debit or credit",
  credit: "Money in",
  debit: "Money out",
  balance: "Balance",
  narration: "Narration",
  counterparty: "Counterparty",
  bankReference: "Bank reference",
} as const satisfies Partial<Record<keyof Mapping, string>>;

interface MappingFieldsProps {
  preview: PreviewDto;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** The fields in which a person says what the columns of a statement mean. */
export function MappingFields({ preview, mapping, onChange }: MappingFieldsProps) {
  const { rows, columnCount, questions } = preview;
  const header = rows.find(({ number }) => number === mapping.headerRow);
  const columns = Array.from(
    { length: columnCount },
    (_, index) => header?.cells[index] || `Column ${index + 1}`,
  );
  const errorOf = (name: string) => questions.find(({ path }) => path === name)?.message;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {Object.entries(fields).map(([name, label]) => (
        <Field
          key={name}
          label={label}
          rule={
            name === "amount" ? "With a plus or minus sign, or with a debit or credit column." : undefined
          }
          error={errorOf(name)}
        >
          {({ "aria-required": _, ...control }) => (
            <Select
              {...control}
              value={mapping[name as keyof typeof fields] ?? ""}
              onChange={({ target: { value } }) =>
                onChange({ ...mapping, [name]: value === "" ? undefined : Number(value) })
              }
            >
              <option value="">No column</option>
              {columns.map((column, index) => (
                <option key={index} value={index}>
                  {column}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      <Field label="Date order" error={errorOf("dateOrder")}>
        {(control) => (
          <Select
            {...control}
            value={mapping.dateOrder ?? ""}
            onChange={({ target: { value } }) =>
              onChange({ ...mapping, dateOrder: (value || undefined) as Mapping["dateOrder"] })
            }
          >
            <option value="">Choose the order</option>
            {Object.entries(dateOrders).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
