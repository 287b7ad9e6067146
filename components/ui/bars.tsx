import { cn } from "./cn";
import { formatCount } from "./format";

interface BarProps {
  /** From 0 to 1. */
  share: number;
  className?: string;
  opacity?: number;
}

/** Shows a share of a whole. */
export const Bar = ({ share, className = "h-3", opacity }: BarProps) => (
  <div aria-hidden className={cn("rounded-md bg-sunken forced-colors:border", className)}>
    <div
      className="h-full rounded-md bg-accent forced-colors:bg-[Highlight]"
      style={{ width: `${share * 100}%`, opacity }}
    />
  </div>
);

interface BarListProps {
  /** Names the list for screen readers. */
  label: string;
  rows: readonly (BarProps & { name: string; count: number; note?: string })[];
}

/** Shows figures in rows, each with its bar. */
export const BarList = ({ label, rows }: BarListProps) => (
  <ol className="grid gap-4" aria-label={label}>
    {rows.map(({ name, count, note, ...bar }) => (
      <li key={name} className="grid gap-1.5">
        <div className="flex items-baseline gap-2 text-[0.9375rem]">
          <span className="flex-1">{name}</span>
          <span className="font-semibold figures">{formatCount(count)}</span>
          {note && (
            <span className="w-38 text-right text-sm whitespace-nowrap text-muted figures">{note}</span>
          )}
        </div>
        <Bar {...bar} />
      </li>
    ))}
  </ol>
);

/** Forced colours would remove the colours that tell the parts of a column apart. The border is visible on any background. */
const inForcedColors = "forced-color-adjust-none forced-colors:border forced-colors:border-[CanvasText]";

interface ColumnsProps<T> {
  columns: readonly T[];
  keyOf: (column: T) => string;
  /** The parts of a column, stacked from the top. */
  barsOf: (column: T) => readonly { value: number; color: string }[];
  /** The value of a full column. */
  max: number;
  /** The height as a class, such as `h-20`. */
  height: string;
  hasScale?: boolean;
  titleOf?: (column: T) => string;
  pointed?: T | null;
  onPoint?: (column: T) => void;
}

/** Shows columns side by side. The caller describes them for screen readers. */
export function Columns<T>({ columns, keyOf, barsOf, max, height, hasScale, ...rest }: ColumnsProps<T>) {
  const { titleOf, pointed, onPoint } = rest;
  return (
    <div className="flex">
      {hasScale && (
        <div className="flex w-9 flex-col justify-between pr-2 text-right text-xs text-muted figures">
          <span className="-mt-1.5">{formatCount(max)}</span>
          <span className="-mb-1.5">0</span>
        </div>
      )}
      <div
        aria-hidden={!hasScale}
        className={cn("flex flex-1 border-b border-line", hasScale && "border-t border-t-line/60", height)}
      >
        {columns.map((column) => (
          <div
            key={keyOf(column)}
            title={titleOf?.(column)}
            // Without a listener the columns can be rendered on the server.
            onPointerEnter={onPoint && (() => onPoint(column))}
            onPointerDown={onPoint && (() => onPoint(column))}
            className={cn(
              "flex min-w-0 flex-1 flex-col justify-end px-px",
              hasScale && "px-[2px] sm:px-1",
              column === pointed && "bg-sunken",
            )}
          >
            {barsOf(column).map(({ value, color }) => (
              <div
                key={color}
                // A bar is at least 2 px high, so that a small number remains visible.
                style={{ height: `max(2px, ${(value / max) * 100}%)` }}
                className={cn(inForcedColors, "w-full first:rounded-t-[3px]", color)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Shows the legend of a chart's colours. */
export const Legend = ({ entries }: { entries: readonly { label: string; color: string }[] }) => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1 pl-9 text-sm text-muted">
    {entries.map(({ label, color }) => (
      <li key={label} className="flex items-center gap-2">
        <span aria-hidden className={cn(inForcedColors, "size-2.5 rounded-[3px]", color)} />
        <span>{label}</span>
      </li>
    ))}
  </ul>
);
