import type { ReactNode } from "react";

/** The number of rows shown initially; the others are shown on request. */
const SHOWN = 5;

interface ReadListProps {
  rows: readonly { key: string; title: string; details: ReactNode }[];
  /** Shown if there are no rows. */
  empty: string;
}

/** Shows who read which data and when, newest first. */
export function ReadList({ rows, empty }: ReadListProps) {
  if (rows.length === 0) return <p className="text-[0.9375rem] text-muted">{empty}</p>;
  const older = rows.slice(SHOWN);
  return (
    <div className="border-y border-line">
      <Rows rows={rows.slice(0, SHOWN)} />
      {older.length > 0 && (
        <details className="border-t border-line">
          <summary className="flex min-h-11 cursor-pointer items-center text-[0.9375rem] font-medium">{`Show ${older.length} earlier`}</summary>
          <Rows rows={older} />
        </details>
      )}
    </div>
  );
}

const Rows = ({ rows }: Pick<ReadListProps, "rows">) => (
  <ul className="divide-y divide-line">
    {rows.map(({ key, title, details }) => (
      <li key={key} className="min-w-0 py-3 text-[0.9375rem] break-words">
        <p className="font-medium">{title}</p>
        <p className="mt-0.5 text-sm leading-6 text-muted figures">{details}</p>
      </li>
    ))}
  </ul>
);
