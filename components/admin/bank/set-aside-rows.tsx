import type { PreviewDto } from "@/lib/bank/schema";

/** Lists the rows of a statement that are not imported, such as totals and footers. */
export const SetAsideRows = ({ rows }: { rows: PreviewDto["setAside"] }) =>
  rows.length > 0 && (
    <details className="text-[0.9375rem] leading-6">
      <summary className="cursor-pointer font-medium">
        {rows.length === 1 ? "1 row is not a booking" : `${rows.length} rows are not bookings`}
      </summary>
      <ul className="mt-2 divide-y divide-line rounded-control border border-line">
        {rows.map(({ place, text, why }) => (
          <li key={place} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
            <span className="figures">{place}</span>
            <span className="[overflow-wrap:anywhere] text-muted">{text}</span>
            <span>{why}</span>
          </li>
        ))}
      </ul>
    </details>
  );
