import { Checkbox } from "@/components/ui/choice";
import { FilterSelect, roleOptions, statusOptions } from "../filter-select";
import { SearchField } from "../search-field";
import type { ListState } from "../user-filters";

export function UserFilterBar({
  state,
  onChange,
}: {
  state: ListState;
  onChange: (changes: Partial<ListState>) => void;
}) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,1fr)_10rem_10rem]">
      <SearchField
        label="Search"
        placeholder="Name, email, phone..."
        value={state.q}
        onSearch={(q) => onChange({ q })}
        className="col-span-2 sm:col-span-1"
      />
      <FilterSelect
        label="Status"
        value={state.status}
        options={statusOptions}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label="Role"
        value={state.role}
        options={roleOptions}
        onChange={(role) => onChange({ role })}
      />
      <Checkbox
        label="Show All Users (including unsubmitted)"
        checked={state.includeUnsubmitted}
        onChange={(event) => onChange({ includeUnsubmitted: event.target.checked })}
        className="col-span-2 justify-self-start sm:col-span-3"
      />
    </div>
  );
}
