import { Columns } from "@/components/ui/bars";
import { Card } from "@/components/ui/card";
import { formatDate } from "@/components/ui/format";
import type { PortfolioDto } from "@/lib/investments/schema";
import { formatKobo } from "@/lib/money";

const naira = (amount: string) => formatKobo(BigInt(amount));

/** Shows an investor's totals, and their value over time as a plot and a table. */
export function Portfolio({ portfolio }: { portfolio: PortfolioDto }) {
  const { invested, value, due, paidOut, points } = portfolio;
  const figures = [
    { title: "Invested", amount: invested },
    { title: "Value today", amount: value },
    { title: "Due to you", amount: due },
    { title: "Paid out", amount: paidOut },
  ];
  return (
    <Card className="grid gap-6">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        {figures.map(({ title, amount }) => (
          <div key={title} className="flex min-w-0 items-baseline justify-between gap-4 sm:block">
            <dt className="text-sm text-muted">{title}</dt>
            <dd className="mt-0.5 text-lg font-semibold [overflow-wrap:anywhere] figures sm:text-xl">
              {naira(amount)}
            </dd>
          </div>
        ))}
      </dl>
      {points.length > 1 && <ValueOverTime points={points} />}
    </Card>
  );
}

/** Columns need numbers for their heights only; thousandths are exact enough. */
const heightOf = (value: string, max: bigint): number => Number((BigInt(value) * 1_000n) / max);

function ValueOverTime({ points }: Pick<PortfolioDto, "points">) {
  const max = points.reduce((highest, { value }) => (BigInt(value) > highest ? BigInt(value) : highest), 1n);
  const [first, last] = [points[0]!, points.at(-1)!];
  return (
    <figure className="grid gap-2">
      <figcaption className="text-sm text-muted">
        Value at the end of each month, and today. Targets are not included.
      </figcaption>
      <div
        role="img"
        aria-label={`From ${naira(first.value)} to ${naira(last.value)}. The table below has the same figures.`}
      >
        <Columns
          columns={points}
          keyOf={({ day }) => day}
          barsOf={({ value }) => [{ value: heightOf(value, max), color: "bg-accent" }]}
          max={1_000}
          height="h-32"
          titleOf={({ day, value }) => `${formatDate(day)}: ${naira(value)}`}
        />
        <div className="mt-1 flex justify-between text-sm text-muted figures">
          <span>{formatDate(first.day)}</span>
          <span>{formatDate(last.day)}</span>
        </div>
      </div>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent">
          Show as a table
        </summary>
        <table className="w-full max-w-md text-[0.9375rem] figures">
          <thead>
            <tr className="border-b border-line text-left text-sm text-muted">
              <th scope="col" className="py-2 font-medium">
                Day
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                Value
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ day, value }) => (
              <tr key={day} className="border-b border-line last:border-0">
                <th scope="row" className="py-2 text-left font-normal">
                  {formatDate(day)}
                </th>
                <td className="py-2 text-right">{naira(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
