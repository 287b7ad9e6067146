import { Field } from "@/components/forms/field";
import { Select } from "@/components/ui/input";
import { dateOrders } from "@/lib/bank/readers/csv-mapping-schema";
import type { PreviewDto } from "@/lib/bank/schema";
import { FirstRows } from "./first-rows";

type Mapping = NonNullable<PreviewDto["mapping"]>;

const columnFields = {
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
type ColumnField = keyof typeof columnFields;
const fields = Object.entries(columnFields) as [ColumnField, string][];

const minusMeanings = {
  out: "Money out: the bank writes all of it with a minus",
  reversal: "A reversal: the money came back",
} as const;

const otherColumns = { narration: "Add their texts to the narration" } as const;

interface MappingFieldsProps {
  preview: PreviewDto;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** The first rows of a file, and the fields in which a person says what its columns mean. */
export function MappingFields({ preview, mapping, onChange }: MappingFieldsProps) {
  const { rows, columnCount, questions } = preview;
  const header = rows.find(({ number }) => number === mapping.headerRow);
  const headings = Array.from({ length: columnCount }, (_, index) => header?.cells[index] ?? "");
  const isUnique = (heading: string) => headings.indexOf(heading) === headings.lastIndexOf(heading);
  const columns = headings.map((heading, index) =>
    heading && isUnique(heading) ? heading : [heading, `Column ${index + 1}`].filter(Boolean).join(", "),
  );
  const meanings = headings.map((_, index) =>
    fields.flatMap(([name, label]) => (mapping[name] === index ? label : [])).join(", "),
  );
  const errorOf = (name: string) => questions.find(({ path }) => path === name)?.message;
  const change = (name: keyof Mapping, value: number | string | undefined) =>
    onChange({ ...mapping, [name]: value });
  const numberOf = (value: string) => (value === "" ? undefined : Number(value));
  return (
    <div className="grid gap-5">
      <FirstRows rows={rows} headerRow={mapping.headerRow} meanings={meanings} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Row with the headings" error={errorOf("headerRow")}>
          {({ "aria-required": _, ...control }) => (
            <Select
              {...control}
              value={mapping.headerRow ?? ""}
              onChange={({ target }) => change("headerRow", numberOf(target.value))}
            >
              <option value="">No headings</option>
              {rows.map(({ number }) => (
                <option key={number} value={number}>
                  {`Row ${number}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {fields.map(([name, label]) => (
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
                value={mapping[name] ?? ""}
                onChange={({ target }) => change(name, numberOf(target.value))}
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
        <Field label="Other columns">
          {({ "aria-required": _, ...control }) => (
            <Select
              {...control}
              value={mapping.otherColumns ?? ""}
              onChange={({ target }) => change("otherColumns", target.value || undefined)}
            >
              <option value="">Leave out</option>
              {Object.entries(otherColumns).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Date order" error={errorOf("dateOrder")}>
          {(control) => (
            <Select
              {...control}
              value={mapping.dateOrder ?? ""}
              onChange={({ target }) => change("dateOrder", target.value || undefined)}
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
        {(errorOf("minus") ?? mapping.minus) && (
          <Field label="A minus sign in the money-out column" error={errorOf("minus")}>
            {(control) => (
              <Select
                {...control}
                value={mapping.minus ?? ""}
                onChange={({ target }) => change("minus", target.value || undefined)}
              >
                <option value="">Choose what it means</option>
                {Object.entries(minusMeanings).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
    </div>
  );
}
