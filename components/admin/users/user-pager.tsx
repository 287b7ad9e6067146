import { Pagination } from "@/components/ui/pagination";
import { Select } from "@/components/ui/input";
import { formatCount } from "../labels";
import { pageSizes, type ListState } from "../user-filters";

interface UserPagerProps {
  state: ListState;
  shown: number;
  total: number;
  pages: number;
  busy: boolean;
  onChange: (changes: Partial<ListState>) => void;
}

export function UserPager({ state, shown, total, pages, busy, onChange }: UserPagerProps) {
  const top = () => window.scrollTo({ top: 0, behavior: "instant" });
  return (
    <div className="grid gap-3">
      <label className="flex items-center gap-3 text-sm text-muted">
        Rows per page
        <Select
          value={state.limit}
          onChange={(event) => onChange({ limit: Number(event.target.value) })}
          className="min-h-10 w-24 text-[0.9375rem]"
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </Select>
      </label>
      <Pagination
        page={state.page}
        pages={pages}
        busy={busy}
        summary={`Showing ${formatCount(shown)} of ${formatCount(total)} users`}
        onPage={(page) => {
          onChange({ page });
          top();
        }}
      />
    </div>
  );
}
