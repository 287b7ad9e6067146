import { useState } from "react";
import { Checkbox } from "@/components/ui/choice";
import type { Column } from "./data-table";
import { focusedRow } from "./row-focus";

/** Tracks the selected rows of a list. Rows that leave the list are deselected. */
export function useSelection<Row extends { _id: string }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const ids = rows.map(({ _id }) => _id).filter((id) => chosen.includes(id));
  const toggle = (id: string) =>
    setChosen(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
  const areAllSelected = rows.length > 0 && ids.length === rows.length;
  const toggleAll = () => setChosen(areAllSelected ? [] : rows.map(({ _id }) => _id));
  const column: Column<Row> = {
    title: "SELECT",
    header: (
      <Checkbox
        label={<span className="sr-only">Select all</span>}
        checked={areAllSelected}
        onChange={toggleAll}
      />
    ),
    label: null,
    // The cell is above a link that covers the row.
    className: "z-1 max-sm:absolute max-sm:top-1.5 max-sm:right-3 max-sm:p-0 sm:relative sm:w-12 sm:py-0",
    cell: (row) => (
      <Checkbox
        label={<span className="sr-only">{`Select ${nameOf(row)}`}</span>}
        checked={ids.includes(row._id)}
        onChange={() => toggle(row._id)}
      />
    ),
  };
  /** Selects or deselects the focused row. */
  const toggleFocused = () => {
    const id = focusedRow();
    if (id) toggle(id);
  };
  return { ids, column, areAllSelected, toggleAll, toggleFocused, clear: () => setChosen([]) };
}
