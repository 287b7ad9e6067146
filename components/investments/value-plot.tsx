import { formatDate } from "@/components/ui/format";
import { formatExact } from "@/lib/money";

export interface PlotPoint {
  day: string;
  /** In kobo. */
  value: bigint;
}

const compact = new Intl.NumberFormat("en-NG", {
  style: "currency",
  currency: "NGN",
  notation: "compact",
  maximumFractionDigits: 2,
});
const month = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });

/** Returns a scale from zero whose steps are 1, 2, 2.5 or 5 times a power of ten, with at most five of them, in naira. */
export function scaleOf(highest: number): number[] {
  const rough = Math.max(highest, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough)!;
  return Array.from({ length: Math.ceil(highest / step - 1e-9) + 1 }, (_, index) => index * step);
}

/** A plot needs numbers only for heights; kobo do not matter there. */
const toNumber = (kobo: bigint): number => Number(kobo / 100n);

/**
 * Shows values over time as columns on an axis from zero. The value of a column appears when it is hovered or focused. It is HTML and CSS,
 * rendered on the server: texts keep their size on a phone, and forced colours keep the shapes.
 */
export function ValuePlot({ points, label }: { points: readonly PlotPoint[]; label: string }) {
  const ticks = scaleOf(Math.max(...points.map(({ value }) => toNumber(value))));
  const top = ticks.at(-1)! || 1;
  return (
    <div
      role="group"
      aria-label={label}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted figures"
    >
      <div aria-hidden className="relative h-48 w-14">
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-0 -translate-y-1/2 whitespace-nowrap"
            style={{ top: `${100 - (tick / top) * 100}%` }}
          >
            {compact.format(tick)}
          </span>
        ))}
      </div>
      <div className="relative h-48">
        {ticks.map((tick) => (
          <div
            key={tick}
            aria-hidden
            className={
              tick === 0
                ? "absolute inset-x-0 border-t border-line-strong"
                : "absolute inset-x-0 border-t border-line"
            }
            style={{ top: `${100 - (tick / top) * 100}%` }}
          />
        ))}
        <ul className="absolute inset-0 flex items-stretch">
          {points.map(({ day, value }, index) => (
            <li
              key={day}
              tabIndex={0}
              aria-label={`${formatDate(day)}: ${formatExact(value)}`}
              className="group relative flex min-w-0 flex-1 items-end justify-center outline-offset-0"
            >
              <div
                aria-hidden
                className="w-3/5 max-w-14 rounded-t-[3px] border border-transparent bg-accent group-hover:bg-accent-strong group-focus:bg-accent-strong forced-colors:border-[CanvasText] forced-colors:bg-[CanvasText]"
                style={{ height: `max(2px, ${(toNumber(value) / top) * 100}%)` }}
              />
              <span
                aria-hidden
                className={`pointer-events-none absolute -top-2 z-10 hidden rounded-control border border-line bg-surface px-2 py-1 text-sm whitespace-nowrap text-ink shadow-raised group-hover:block group-focus:block ${index < points.length / 2 ? "left-0" : "right-0"}`}
              >
                <span>{`${formatDate(day)}: `}</span>
                <strong className="font-semibold">{formatExact(value)}</strong>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <span />
      <div aria-hidden className="flex pt-1">
        {points.map(({ day }, index) => (
          <span key={day} className="min-w-0 flex-1 text-center">
            {/* On a phone every third month has a label, counted from today. */}
            <span className={(points.length - 1 - index) % 3 === 0 ? undefined : "max-sm:hidden"}>
              {index === points.length - 1 ? "Today" : month.format(new Date(day))}
            </span>
          </span>
        ))}
      </div>
    </div>
  );
}
